import type { TaskSeen } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';
import { FLAG, type TaskRecord } from './record.ts';
import type { ReadOrder } from './rule.ts';

/**
 * How a snapshot outside a stream stands to what is known. Nothing in the specification promises read consistency, and
 * replicas lag: a read that is older than one already seen is not believed, and by itself is no proof of anything.
 */
export function readOrder(task: TaskRecord, seen: TaskSeen): ReadOrder {
  const { state, timestamp } = seen.task;
  const { end } = task;
  let knownSince = 0;
  if (end !== undefined && !isTerminal(state)) knownSince = end.received;
  else if (end === undefined && isOlder(timestamp, task.timestamp)) knownSince = task.stateSince;
  else if ((task.flags & FLAG.begun) !== 0 && state === 'submitted') knownSince = task.stateSince;
  else return 'newer';
  return seen.vantage.asked > knownSince ? 'stale' : 'concurrent';
}

/** Whether the first timestamp (§5.6.1) is before the second; `false` where either is absent or unreadable. */
export function isOlder(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return false;
  if (a.length === b.length && a.endsWith('Z') && b.endsWith('Z')) return a < b;
  return Date.parse(a) < Date.parse(b);
}
