import type { Task } from '../protocol/model.ts';
import type { Observation, Vantage } from '../protocol/observation.ts';

/** What was seen of one task, in the order of receipt; or of no task at all, where `taskId` is `undefined`. */
export interface SeenCourse {
  readonly taskId: string | undefined;
  readonly observations: readonly Observation[];
}

/**
 * Sorts what was seen of an agent by task. A call belongs to the task that it names, or else to the one that its answer
 * names; a message whose answer was lost, to the task that holds it in its history. What belongs to none (a refused
 * message, a list) makes courses of its own, one for each call.
 */
export function coursesOf(observations: readonly Observation[]): readonly SeenCourse[] {
  const taskOf = new Map<number, string>();
  for (const seen of observations) {
    const { vantage } = seen;
    const taskId = vantage.request.taskId ?? taskIdIn(seen);
    if (taskId !== undefined && !taskOf.has(vantage.id)) taskOf.set(vantage.id, taskId);
  }
  const holderOf = holdersOf(observations, taskOf);
  const courses = new Map<string | number, Observation[]>();
  for (const seen of observations) {
    const { id, request } = seen.vantage;
    const key = taskOf.get(id) ?? (request.messageId && holderOf.get(request.messageId)) ?? id;
    const course = courses.get(key);
    if (course === undefined) courses.set(key, [seen]);
    else course.push(seen);
  }
  return Array.from(courses, ([key, course]) => ({
    taskId: typeof key === 'string' ? key : undefined,
    observations: course,
  }));
}

/** The tasks that hold the messages whose sending led to none, by the ids of these messages. */
function holdersOf(observations: readonly Observation[], taskOf: ReadonlyMap<number, string>): Map<string, string> {
  const lost = new Set<string>();
  for (const { kind, vantage } of observations) {
    const { messageId } = vantage.request;
    if (kind === 'asked' && messageId && !taskOf.has(vantage.id)) lost.add(messageId);
  }
  const holders = new Map<string, string>();
  if (lost.size === 0) return holders;
  for (const seen of observations) {
    for (const { id, history = [] } of tasksIn(seen)) {
      for (const { messageId } of history) {
        if (messageId !== undefined && lost.has(messageId) && !holders.has(messageId)) holders.set(messageId, id);
      }
    }
  }
  return holders;
}

function tasksIn(seen: Observation): readonly Task[] {
  if (seen.kind === 'task') return [seen.task];
  return seen.kind === 'list' ? seen.tasks : [];
}

/** The task that an answer or event tells of. */
export function taskIdIn(seen: Observation): string | undefined {
  if (seen.kind === 'task') return seen.task.id;
  return seen.kind === 'status' || seen.kind === 'artifact' ? seen.taskId : undefined;
}

/** The vantages of a course, in the order in which they were asked. */
export function vantagesOf(observations: readonly Observation[]): readonly Vantage[] {
  return [...new Map(observations.map(({ vantage }) => [vantage.id, vantage])).values()];
}
