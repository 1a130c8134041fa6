import type { Claim } from '../../lifecycle/finding.ts';
import type { PeerFacts } from '../../lifecycle/peer-facts.ts';
import { newTaskRecord, type TaskRecord } from '../../lifecycle/record.ts';
import type { InterfaceKey } from '../../trust/trust-view.ts';
import type { TaskGuard } from '../protect/task-guard.ts';

/** A task as one caller sees it. */
export interface TaskEntry {
  readonly record: TaskRecord;
  /** The interface that it was first seen on. */
  readonly at: InterfaceKey;
  readonly owner: string;
  /** Who acts for it; only where it is protected. */
  guard: TaskGuard | undefined;
  /** The claims that it rests on, and the message that it began with, where that is known. */
  rests: { readonly reliesOn: readonly Claim[]; readonly messageId: string | undefined } | undefined;
}

/** What is known of a task that was not seen before. */
export function newEntry(facts: PeerFacts, at: InterfaceKey, owner: string): TaskEntry {
  return { record: newTaskRecord(facts), at, owner, guard: undefined, rests: undefined };
}

/** The tasks of one peer, by owner and id. The one that was not asked for the longest is forgotten where there are too many. */
export class TaskBook {
  readonly #most: number;
  readonly #entries = new Map<string, TaskEntry>();

  constructor(most: number) {
    this.#most = most;
  }

  find(owner: string, taskId: string): TaskEntry | undefined {
    const key = `${owner}\n${taskId}`;
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  add(entry: TaskEntry, taskId: string): void {
    this.#entries.set(`${entry.owner}\n${taskId}`, entry);
    if (this.#entries.size <= this.#most) return;
    for (const [oldest, one] of this.#entries) {
      // What is acted for is not forgotten; it lives for a while only.
      if (one.guard?.busy === true) continue;
      one.guard?.close();
      this.#entries.delete(oldest);
      return;
    }
  }

  /** Ends all that is done for tasks. */
  close(): void {
    for (const { guard } of this.#entries.values()) guard?.close();
    this.#entries.clear();
  }
}
