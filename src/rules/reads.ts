import type { Situation } from '../lifecycle/rule.ts';
import type { TaskSeen } from '../protocol/observation.ts';

/** Whether a read is the third or a later one in a row that contradicts an earlier one, over a time no replica lags. */
export function regressLasts(seen: TaskSeen, at: Situation): boolean {
  const { reads } = at.task;
  return (
    seen.vantage.operation === 'GetTask' &&
    reads !== undefined &&
    reads.stale >= 2 &&
    seen.received - reads.staleSince >= at.limits.regressSpanMs
  );
}
