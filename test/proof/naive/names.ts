import type { Observation } from '../../../src/protocol/observation.ts';
import type { TaskState } from '../../../src/protocol/task-state.ts';
import { before, type Course, seenAt } from './course.ts';

/** The task that an observation names, if it names one. */
export function namedTask(seen: Observation): string | undefined {
  if (seen.kind === 'task') return seen.task.id;
  return seen.kind === 'status' || seen.kind === 'artifact' ? seen.taskId : undefined;
}

export function namedContext(seen: Observation): string | undefined {
  if (seen.kind === 'task') return seen.task.contextId;
  return seen.kind === 'status' || seen.kind === 'artifact' ? seen.contextId : undefined;
}

/** The state that an observation tells, if it tells one. */
export function namedState(seen: Observation): TaskState | undefined {
  return seen.kind === 'task' ? seen.task.state : seen.kind === 'status' ? seen.state : undefined;
}

/** A delivery to a web-hook is a hint to read, and says nothing of the task. */
function isDirect(course: Course, at: number): boolean {
  return seenAt(course, at).vantage.channel !== 'push';
}

/** The task's id: the first that was told. */
export const taskId = before((course, at): string | undefined => {
  for (let k = 0; k < at; k++) {
    const id = isDirect(course, k) ? namedTask(seenAt(course, k)) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
});

/** Whether an observation names another task. */
export const isForeign = before((course, at): boolean => {
  const named = namedTask(seenAt(course, at));
  const own = taskId(course, at);
  return named !== undefined && own !== undefined && named !== own;
});

/** Whether something was told of this very task: a snapshot or an event. */
export const isOwn = before((course, at): boolean => {
  const { kind } = seenAt(course, at);
  return (
    (kind === 'task' || kind === 'status' || kind === 'artifact') && isDirect(course, at) && !isForeign(course, at)
  );
});

export const contextId = before((course, at): string | undefined => {
  for (let k = 0; k < at; k++) {
    const id = isOwn(course, k) ? namedContext(seenAt(course, k)) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
});

/** The peer's own time of a state, in ms. */
export const stampAt = before((course, at): number | undefined => {
  const seen = seenAt(course, at);
  const text = seen.kind === 'task' ? seen.task.timestamp : seen.kind === 'status' ? seen.timestamp : undefined;
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
});
