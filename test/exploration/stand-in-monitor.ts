import type { Finding } from '../../src/lifecycle/finding.ts';
import type { Monitor } from '../../src/lifecycle/monitor.ts';
import type { EndRecord, TaskRecord } from '../../src/lifecycle/record.ts';
import type { Observation } from '../../src/protocol/observation.ts';
import type { TaskState } from '../../src/protocol/task-state.ts';
import { constant } from './plain-data.ts';

const NONE: readonly Finding[] = [];
const ENDS: ReadonlySet<TaskState> = new Set(['completed', 'failed', 'canceled', 'rejected']);
const ENDED = constant({}) as EndRecord;

/**
 * A monitor that keeps of the record what the guard reads of it, the id and the state, and finds nothing. The real one
 * remembers far more than any decision of the guard depends on, which would keep equal worlds apart. A test holds the
 * two together.
 */
export const STAND_IN: Monitor = {
  step(record, seen) {
    const told = toldBy(seen);
    if (told === undefined) return NONE;
    const { id, state } = told;
    if (id !== undefined && record.id !== undefined && id !== record.id) return NONE;
    if (seen.vantage.channel === 'push') return NONE;
    record.id ??= id;
    if (state !== undefined) tell(record, state, seen.vantage.operation === 'SubscribeToTask');
    return NONE;
  },
};

function toldBy(
  seen: Observation,
): { readonly id: string | undefined; readonly state: TaskState | undefined } | undefined {
  if (seen.kind === 'task') return { id: seen.task.id, state: seen.task.state };
  if (seen.kind === 'status') return { id: seen.taskId, state: seen.state };
  if (seen.kind === 'artifact') return { id: seen.taskId, state: undefined };
  return undefined;
}

/** An end stays the state; what a subscription repeats is no news; no task goes back to `submitted`. */
function tell(record: TaskRecord, state: TaskState, subscribed: boolean): void {
  const bit = 1 << [...ENDS, 'working', 'input-required', 'auth-required', 'submitted', 'unknown'].indexOf(state);
  if (subscribed && (record.flags & bit) !== 0) return;
  const begun = record.flags !== 0;
  record.flags |= bit;
  if (record.end !== undefined || (state === 'submitted' && begun)) return;
  if (ENDS.has(state)) record.end = ENDED;
  record.state = state;
}
