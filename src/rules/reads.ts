import { sameContent } from '../lifecycle/compare-content.ts';
import { isForeign } from '../lifecycle/order.ts';
import type { Situation } from '../lifecycle/situation.ts';
import type { Observation } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';

/**
 * Whether this is what a read of the task was answered: an atomic snapshot, if perhaps an old one, or an error. A snapshot
 * of another task, or an error about one, says nothing of this one.
 */
export function isRead(seen: Observation, at: Situation): boolean {
  const { operation, request } = seen.vantage;
  return operation === 'GetTask' && !isForeign(seen.kind === 'task' ? seen.task.id : request.taskId, at.task);
}

/**
 * Whether a stale read is the third or a later one, over a time for which no replica lags (D§4): in a row, or since the
 * end, which no read in between can take back. `at.order` has to be `stale`.
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

/** Whether a read tells what the newest one told, in state, time, words and content. */
export function isSameRead(at: Situation): boolean {
  const { reads } = at.task;
  return reads !== undefined && reads.print === at.print && sameContent(at.content, reads.artifacts);
}

/** Whether no end of the task is known. */
export function isLive(at: Situation): boolean {
  return !isTerminal(at.task.state) && at.task.end === undefined;
}
