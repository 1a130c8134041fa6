import { looksUnique } from '../lifecycle/peer-record.ts';
import type { Observation } from '../protocol/observation.ts';
import { foreignTaskVisible } from '../rules/auth/foreign-task-visible.ts';
import { coursesOf, type SeenCourse } from './courses.ts';
import { type JudgedFinding, judgeCourses } from './judge.ts';
import type { Recording } from './recording.ts';

/** A task, as one tenant of an agent saw it. */
interface Sight {
  readonly recording: Recording;
  readonly tenant: string;
  readonly course: SeenCourse;
}

/**
 * What tenants of an agent saw of tasks that were made in others of its tenants, by the recordings of those who saw it.
 * Tenants may number their tasks alike, so a task is known again only by an id that was made never to be made again.
 */
export function seenAcrossTenants(recordings: readonly Recording[]): ReadonlyMap<Recording, readonly JudgedFinding[]> {
  const found = new Map<Recording, JudgedFinding[]>();
  const made = new Map<string, Sight>();
  const sights = recordings.flatMap(sightsOf);
  for (const sight of sights) {
    const key = keyOf(sight);
    if (key !== undefined && !made.has(key) && isMaker(sight)) made.set(key, sight);
  }
  for (const sight of sights) {
    const maker = made.get(keyOf(sight) ?? '');
    if (maker === undefined || maker.tenant === sight.tenant || !isVisitor(sight)) continue;
    const all = found.get(sight.recording) ?? [];
    all.push(...judgeBoth(maker, sight));
    found.set(sight.recording, all);
  }
  return found;
}

function sightsOf(recording: Recording): readonly Sight[] {
  const tenant = recording.agent?.tenant;
  if (tenant === undefined) return [];
  const byTask = Map.groupBy(coursesOf(recording.observations).flatMap(ofEachTask), ({ taskId }) => taskId);
  return Array.from(byTask, ([taskId, parts]) => {
    const observations = parts.flatMap((part) => part.observations);
    return { recording, tenant, course: { taskId, observations } };
  });
}

/** A course by the task that it is of; that of a list, by each task in it. */
function ofEachTask({ taskId, observations }: SeenCourse): readonly SeenCourse[] {
  if (taskId !== undefined) return [{ taskId, observations }];
  const listed = observations.flatMap((seen) => (seen.kind === 'list' ? seen.tasks.map(({ id }) => id) : []));
  return [...new Set(listed)].map((id) => ({ taskId: id, observations }));
}

/** By which one task is the same in all tenants of its agent. */
function keyOf({ recording: { agent, claims }, course: { taskId } }: Sight): string | undefined {
  if (taskId === undefined || !looksUnique(taskId)) return undefined;
  return JSON.stringify([agent?.name ?? agent?.address, claims.dialect, taskId]);
}

/** Whether the task was made by a message that was sent here. */
function isMaker({ course: { observations } }: Sight): boolean {
  const [first] = observations;
  return first !== undefined && isMaking(first);
}

/** Whether whoever sees the task here had its id from elsewhere. */
function isVisitor({ course: { observations } }: Sight): boolean {
  return !observations.some(isMaking);
}

function isMaking({ vantage: { operation, request } }: Observation): boolean {
  return operation.startsWith('Send') && request.taskId === undefined;
}

function judgeBoth(maker: Sight, visitor: Sight): readonly JudgedFinding[] {
  const own = asTenant(maker, 0);
  const ids = Math.max(...own.map(({ vantage }) => vantage.id));
  const observations = [...own, ...asTenant(visitor, ids)].sort((a, b) => a.received - b.received);
  const { claims, framesTimed } = maker.recording;
  const end = observations.at(-1)?.received ?? 0;
  const { taskId } = maker.course;
  return judgeCourses(
    { claims, framesTimed, courses: [{ taskId, observations }], end },
    { rules: [foreignTaskVisible] },
  );
}

/** What was seen, by a caller who is named by the tenant. */
function asTenant({ tenant, course }: Sight, ids: number): readonly Observation[] {
  return course.observations.map((seen): Observation => {
    const { id, request, ...vantage } = seen.vantage;
    return { ...seen, vantage: { ...vantage, id: id + ids, request: { ...request, identity: `tenant ${tenant}` } } };
  });
}
