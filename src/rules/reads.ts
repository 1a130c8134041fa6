import type { Situation } from '../lifecycle/situation.ts';
import type { Observation } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';

/** Whether this is the answer to a read: an atomic snapshot of the task, if perhaps an old one. */
export function isRead(seen: Observation): boolean {
  return seen.vantage.operation === 'GetTask';
}

/**
 * Whether a stale read is the third or a later one in a row, over a time for which no replica lags (D§4). `at.order`
 * has to be `stale`.
 */
export function regressLasts(at: Situation): boolean {
  const { reads } = at.task;
  return reads !== undefined && reads.stale >= 2 && at.asked - reads.staleSince >= at.limits.regressSpanMs;
}

/** Whether a read, or the answer to a send, that was received before that time had told the end of the task. */
export function endReadBefore(at: Situation, asked: number): boolean {
  const { reads, end } = at.task;
  if (reads !== undefined && reads.endedAt !== 0 && reads.endedAt < asked) return true;
  return end?.operation === 'SendMessage' && end.received < asked;
}

/** Whether no end of the task is known. */
export function isLive(at: Situation): boolean {
  return !isTerminal(at.task.state) && at.task.end === undefined;
}
