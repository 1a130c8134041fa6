import type { ListSeen, Observation, RequestFacts, TaskSeen } from '../../../src/protocol/observation.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { type PeerTrace, taskOf } from '../trace.ts';
import type { Course, Elsewhere, Given } from './course.ts';
import type { Definitions, Found } from './definition.ts';
import { namedState, namedTask } from './names.ts';

/** Where the rules, as they are defined, find a trace at fault: by task and rule, the places being those of the trace. */
export function judgeByDefinition(trace: PeerTrace, definitions: Definitions): ReadonlyMap<string, readonly Found[]> {
  const found = new Map<string, readonly Found[]>();
  const tasks = new Set(trace.observations.map((seen) => taskOf(trace, seen)));
  for (const task of tasks) {
    const { own, others } = placesOf(trace, task);
    const course = courseOf(trace, own, others);
    const places = [...own, ...others];
    for (const [rule, definition] of Object.entries(definitions)) {
      const all = definition(course);
      if (all.length === 0) continue;
      found.set(
        `${task} ${rule}`,
        all.map(({ at, certainty }) => ({ at: places[at] as number, certainty })),
      );
    }
  }
  return found;
}

interface Places {
  readonly own: readonly number[];
  readonly others: readonly number[];
}

/** The places of what was seen of a task: by the caller that asked for it first, and by callers of other names. */
function placesOf(trace: PeerTrace, task: number): Places {
  const own: number[] = [];
  const others: number[] = [];
  let identity: string | undefined;
  for (const [place, seen] of trace.observations.entries()) {
    if (taskOf(trace, seen) !== task) continue;
    const { kind, vantage } = seen;
    const asking = vantage.request.identity;
    if (identity !== undefined && asking !== undefined && asking !== identity) {
      others.push(place);
      continue;
    }
    own.push(place);
    if (kind === 'asked' && vantage.channel !== 'push') identity ??= asking;
  }
  return { own, others };
}

function courseOf(trace: PeerTrace, own: readonly number[], others: readonly number[]): Course {
  const seenFrom = (place: number): Observation => trace.observations[place] as Observation;
  const seen = own.map(seenFrom);
  return {
    claims: trace.claims,
    seen,
    placesOf: Map.groupBy(seen.keys(), (place) => (seen[place] as Observation).kind),
    strangers: others.map((place) => ({ seen: seenFrom(place), at: own.filter((other) => other < place).length })),
    elsewhere: (at) => firstTasks(trace, own[at] as number),
    answers: [],
  };
}

/** Which task each id was first told of, before a place of the trace. */
function firstTasks(trace: PeerTrace, before: number): Elsewhere {
  const artifacts = new Map<string, string>();
  const messages = new Map<string, string>();
  const own = new Map<number, string>();
  const given = new Map<string, Given>();
  const pages: ListSeen[] = [];
  const remember = (known: Map<string, string>, key: string, task: string | undefined): void => {
    if (task !== undefined && !known.has(key)) known.set(key, task);
  };
  const strangers = new Set([0, 1].flatMap((task) => placesOf(trace, task).others));
  for (const [place, seen] of trace.observations.slice(0, before).entries()) {
    if (seen.vantage.channel === 'push' || strangers.has(place)) continue;
    const task = taskOf(trace, seen);
    if (seen.kind === 'list') pages.push(seen);
    const named = namedTask(seen);
    if (named !== undefined && !own.has(task)) own.set(task, named);
    if (named !== undefined && named !== own.get(task)) continue;
    if (seen.kind === 'artifact' && isUnique(seen.artifact.artifactId))
      remember(artifacts, seen.artifact.artifactId, own.get(task));
    if (seen.kind === 'task') noteGiven(given, seen);
    noteEnd(given, own.get(task), seen);
    if (seen.kind !== 'task') continue;
    for (const { artifactId } of seen.task.artifacts ?? [])
      if (isUnique(artifactId)) remember(artifacts, artifactId, own.get(task));
    const { operation, request } = seen.vantage;
    if (request.messageId !== undefined && operation.startsWith('Send'))
      remember(messages, whichMessage(request), seen.task.id);
  }
  return {
    taskOfArtifact: (id) => artifacts.get(id),
    taskOfMessage: (sent) => messages.get(whichMessage(sent)),
    given: (id) => given.get(id),
    pages,
  };
}

/** A task is given out by the first answer to a message that names none. */
function noteGiven(given: Map<string, Given>, { task, vantage }: TaskSeen): void {
  const { messageId, taskId } = vantage.request;
  if (!vantage.operation.startsWith('Send') || messageId === undefined || taskId !== undefined) return;
  if (!given.has(task.id)) given.set(task.id, { messageId, end: undefined });
}

function noteEnd(given: Map<string, Given>, id: string | undefined, seen: Observation): void {
  const known = id === undefined ? undefined : given.get(id);
  if (id === undefined || known === undefined || known.end !== undefined) return;
  if ((seen.kind === 'task' || seen.kind === 'status') && isTerminal(namedState(seen)))
    given.set(id, { ...known, end: seen });
}

/** Messages of one id are the same if they hold the same and are of the same sender. */
function whichMessage({ messageId, messageMark, identity }: RequestFacts): string {
  return JSON.stringify([messageId, messageMark, identity]);
}

/** Whether an id is made never to be made again. */
function isUnique(id: string): boolean {
  return /^(?=.*[0-9])(?=.*[A-Za-z])[0-9A-Za-z_-]{20,}$/.test(id);
}
