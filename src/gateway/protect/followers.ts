import type { ReadRole } from '../../contract/read-cadence.ts';
import type { Follower } from './follower.ts';

/** Those who wait for news of one task. */
export class Followers {
  readonly #followers = new Set<Follower>();

  get none(): boolean {
    return this.#followers.size === 0;
  }

  /** All of them; who leaves or comes while they are told is no matter. */
  get all(): readonly Follower[] {
    return [...this.#followers];
  }

  /** What reads are needed for, by whoever needs them most. */
  get role(): ReadRole | undefined {
    let role: ReadRole | undefined;
    for (const follower of this.#followers) {
      if (follower.role === 'main') return 'main';
      role ??= follower.role;
    }
    return role;
  }

  /** Whether somebody is told of the task by a stream that works. */
  get streamed(): boolean {
    return this.all.some(({ role }) => role === 'beside');
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
  }

  delete(follower: Follower): void {
    this.#followers.delete(follower);
  }

  /** The gateway is being stopped. */
  close(): void {
    for (const follower of this.all) follower.closing();
    this.#followers.clear();
  }
}
