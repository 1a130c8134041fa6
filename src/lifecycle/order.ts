import type { Observation, TaskSeen } from '../protocol/observation.ts';
import { isTerminal, TASK_STATES, type TaskState } from '../protocol/task-state.ts';
import { FLAG, type TaskRecord } from './record.ts';
import type { Moment, ReadOrder, Situation, Stamp } from './situation.ts';
import { STREAM } from './stream-record.ts';

/**
 * How a snapshot outside a stream stands to what is known. Nothing in the specification promises read consistency, and
 * replicas lag: a read that is older than one already seen is not believed, and by itself is no proof of anything.
 * A terminal state always counts, and so does a state not told before: else a peer whose clock jumps could never settle.
 */
export function readOrder(task: TaskRecord, seen: TaskSeen, asked: Moment, stamp: Stamp | undefined): ReadOrder {
  const { state } = seen.task;
  if (isTerminal(state)) return 'newer';
  let knownSince: Moment;
  if (task.end !== undefined) knownSince = task.end.received;
  else if (isOlder(stamp, task.stamp) && wasTold(task, state) && (task.flags & FLAG.clockJumped) === 0)
    knownSince = task.stateSince;
  else if (state === 'submitted' && hasBegun(task)) knownSince = task.stateSince;
  else return 'newer';
  return asked > knownSince ? 'stale' : 'concurrent';
}

/**
 * Whether an observation shows what was so at a time or later: a frame may have been under way for so long, or lain here
 * unread for a while.
 */
export function isSince(time: number, { vantage, received, lateMs = 0 }: Observation, inFlightMs: number): boolean {
  return vantage.channel === 'stream' ? received - lateMs - time > inFlightMs : vantage.asked >= time;
}

/** Whether the first of two timestamps is before the second; `false` where either is absent. */
export function isOlder(a: Stamp | undefined, b: Stamp | undefined): boolean {
  return a !== undefined && b !== undefined && a < b;
}

const STATE_SHIFT = 8;
const STATE_BITS: Readonly<Record<TaskState, number>> = Object.fromEntries(
  TASK_STATES.map((state, index) => [state, 1 << (index + STATE_SHIFT)]),
) as Record<TaskState, number>;

/** The bit of a task's flags that says that the state was told. */
export function stateBit(state: TaskState): number {
  return STATE_BITS[state];
}

/** Whether the state was told before, on any channel. */
export function wasTold(task: TaskRecord, state: TaskState): boolean {
  return (task.flags & STATE_BITS[state]) !== 0;
}

const BEGUN = STATE_BITS.working | STATE_BITS['input-required'] | STATE_BITS['auth-required'];

/** Whether the task has left `submitted`. */
export function hasBegun(task: TaskRecord): boolean {
  return (task.flags & BEGUN) !== 0 || task.end !== undefined;
}

/** Whether the peer's clock has run back: an event comes after those before it, and an end after every state. */
export function runsBack(at: Situation, state: TaskState): boolean {
  const { stamp, task, stream } = at;
  if (stamp === undefined) return false;
  const before = stamp + at.limits.clockToleranceMs;
  if (stream?.stamp !== undefined && (stream.flags & STREAM.overlap) === 0 && before < stream.stamp) return true;
  return isTerminal(state) && task.end === undefined && task.stamp !== undefined && before < task.stamp;
}

/** Whether an event names another task than the record's. Events without an id belong to the stream's task. */
export function isForeign(taskId: string | undefined, task: TaskRecord): boolean {
  return taskId !== undefined && task.id !== undefined && taskId !== task.id;
}

/** The state that an observation tells, if it tells one. */
export function stateOf(seen: Observation): TaskState | undefined {
  return seen.kind === 'task' ? seen.task.state : seen.kind === 'status' ? seen.state : undefined;
}
