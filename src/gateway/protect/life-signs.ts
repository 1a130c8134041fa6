import { isForeign, isSince } from '../../lifecycle/order.ts';
import type { TaskRecord } from '../../lifecycle/record.ts';
import type { Observation } from '../../protocol/observation.ts';

/** Notices whether a task goes on behind `canceled`: by what comes on a stream and can't have been under way by then. */
export class LifeSigns {
  /** It went on. */
  seen = false;
  readonly #inFlightMs: number;
  #canceledAt: number | undefined;

  constructor(inFlightMs: number) {
    this.#inFlightMs = inFlightMs;
  }

  see(seen: Observation, record: TaskRecord): void {
    if (seen.kind !== 'task' && seen.kind !== 'status' && seen.kind !== 'artifact') return;
    const [taskId, state] =
      seen.kind === 'task' ? [seen.task.id, seen.task.state] : [seen.taskId, seen.kind === 'status' && seen.state];
    if (isForeign(taskId, record)) return;
    if (state === 'canceled') this.#canceledAt ??= seen.received;
    else if (this.#canceledAt !== undefined && seen.vantage.channel === 'stream') {
      this.seen ||= isSince(this.#canceledAt, seen, this.#inFlightMs);
    }
  }
}
