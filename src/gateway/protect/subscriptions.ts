import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';

const MOST = 3;

/** The subscriptions by which one stream of a caller goes on. */
export class Subscriptions {
  #taken = 0;

  /**
   * The id of the task, if one more subscription is worth a try.
   *
   * @param followed the caller has got the task from its first moment on
   */
  take(desk: Desk, { record, at }: TaskEntry, followed: boolean): string | undefined {
    const { claims } = record.peer;
    const snapshots = claims.dialect === '1.0' || (followed && this.#taken === 0);
    if (!snapshots || claims.streaming === false || this.#taken >= MOST) return undefined;
    if (desk.trust.standingOf(at, 'stream.subscribe').state === 'suspect') return undefined;
    if (record.id !== undefined) this.#taken++;
    return record.id;
  }
}
