import { ERROR_CODES } from '../../../src/protocol/error-code.ts';
import type { Artifact, Message, Part } from '../../../src/protocol/model.ts';
import type { Observation, RequestFacts } from '../../../src/protocol/observation.ts';
import { TASK_STATES } from '../../../src/protocol/task-state.ts';
import type { Random } from './random.ts';

/** Few enough of each kind that the same comes twice. */
export const TIMES = [undefined, '2026-01-01T00:00:00Z', '2026-01-01T00:00:02.500Z', '2026-01-01T00:00:09Z', 'soon'];
export const ARTIFACTS = ['a1', 'a2', '0190d1a6-2f64-7c59-a7b3-4f1f5f6f7a80'];
const TEXTS = ['', 'ha', 'one two three', 'one two three four', ' and more'];
/** Two types, each also said otherwise. */
const TYPES = ['text/plain', 'text/plain; charset=utf-8', 'text/html', 'Text/HTML;charset=UTF-8'];
/** Two contents, one of them in three spellings. */
const BYTES = ['-_8=', '-_8', '+/8=', 'AAAA'];
const MESSAGES = ['m1', 'm2', undefined];

/** The same observation, with one thing about it changed. */
export function twisted(seen: Observation, random: Random): Observation {
  if (random.oneIn(4))
    return { ...seen, vantage: { ...seen.vantage, request: anotherRequest(seen.vantage.request, random) } };
  switch (seen.kind) {
    case 'task':
      return { ...seen, task: { ...seen.task, ...taskTwist(random) } };
    case 'status':
      return { ...seen, ...statusTwist(random) };
    case 'artifact':
      return { ...seen, ...chunkTwist(seen.artifact, random) };
    case 'message':
      return { ...seen, message: aMessage(random) };
    case 'error': {
      const { name, code, httpStatus } = random.pick(ERROR_CODES);
      return random.oneIn(4)
        ? { ...seen, name: 'other', httpStatus: random.pick([401, 404, 405, 429, 500, 501, 503]) }
        : { ...seen, name, code, httpStatus: httpStatus[0] ?? 400 };
    }
    case 'failure':
      return { ...seen, reason: random.pick(['reset', 'timeout', 'unreadable', 'too-large']) };
    case 'close':
      return { ...seen, by: random.pick(['peer', 'caller', 'broken']) };
    case 'silence':
      return { ...seen, bound: { ms: random.pick([1_000, 5_000, 15_000]), source: 'default' } };
    default:
      return seen;
  }
}

function taskTwist(random: Random) {
  switch (random.below(6)) {
    case 0:
      return { id: random.pick(['t1', 't1', 't2']) };
    case 1:
      return { contextId: random.pick(['c1', 'c2', undefined]) };
    case 2:
      return { timestamp: random.pick(TIMES) };
    case 3:
      return { artifacts: someArtifacts(random) };
    case 4:
      return { statusMessage: random.oneIn(3) ? undefined : aMessage(random) };
    default:
      return { state: random.pick(TASK_STATES) };
  }
}

function statusTwist(random: Random) {
  switch (random.below(6)) {
    case 0:
      return { taskId: random.pick(['t1', 't2', undefined]) };
    case 1:
      return { contextId: random.pick(['c1', 'c2', undefined]) };
    case 2:
      return { timestamp: random.pick(TIMES) };
    case 3:
      return { message: random.oneIn(3) ? undefined : aMessage(random) };
    case 4:
      return { final: random.oneIn(2) };
    default:
      return { state: random.pick(TASK_STATES) };
  }
}

function chunkTwist(artifact: Artifact, random: Random) {
  switch (random.below(5)) {
    case 0:
      return { taskId: random.pick(['t1', 't2', undefined]) };
    case 1:
      return { append: random.oneIn(2) };
    case 2:
      return { lastChunk: random.oneIn(2) };
    case 3:
      return { artifact: { ...artifact, artifactId: random.pick(ARTIFACTS) } };
    default:
      return { artifact: { ...artifact, parts: someParts(random) } };
  }
}

function anotherRequest(request: RequestFacts, random: Random): RequestFacts {
  const { taskId: _, ...withoutTask } = request;
  switch (random.below(10)) {
    case 0:
      return withoutTask;
    case 1:
      return { ...request, taskId: random.pick(['t1', 't2']) };
    case 2:
      return { ...request, contextId: random.pick(['c1', 'c2']) };
    case 3:
      return { ...request, blocking: random.oneIn(2) };
    case 4:
      return { ...request, historyLength: random.below(3) };
    case 5:
      return { ...request, inputModes: random.some(['text/plain', 'application/json', 'image/png']) };
    case 6:
      return { ...request, identity: random.pick(['ann', 'bob']) };
    case 7:
      return { ...request, acceptedOutputModes: random.some(['text/plain', 'image/*', 'application/json']) };
    case 8:
      return { ...request, pageToken: random.pick(['p2', 'p3']) };
    default:
      return { ...request, messageId: random.pick(['m1', 'm2']) };
  }
}

/** Artifacts, each id once, or none at all. */
export function someArtifacts(random: Random): readonly Artifact[] | undefined {
  if (random.oneIn(4)) return undefined;
  return ARTIFACTS.filter(() => random.oneIn(3)).map((artifactId) => ({ artifactId, parts: someParts(random) }));
}

export function someParts(random: Random): readonly Part[] {
  switch (random.below(9)) {
    case 0:
      return [];
    case 1:
      return [{ text: random.pick(TEXTS) }, { text: random.pick(TEXTS) }];
    case 2:
      return [{ data: { code: random.pick([1, -32005]) } }];
    case 3:
      return [{ url: `https://files.example/one?sign=${random.below(3)}`, mediaType: 'image/png' }];
    case 4:
      return [{ text: random.pick(TEXTS), mediaType: random.pick(TYPES) }];
    case 5:
      return [{ raw: random.pick(BYTES) }];
    default:
      return [{ text: random.pick(TEXTS) }];
  }
}

export function aMessage(random: Random): Message {
  const messageId = random.pick(MESSAGES);
  const contextId = random.oneIn(12) ? random.pick(['c1', 'c2']) : undefined;
  const taskId = random.oneIn(8) ? random.pick(['t1', 't2']) : undefined;
  const referred = random.oneIn(16) ? random.pick(['t1', 't2']) : undefined;
  return {
    role: random.oneIn(8) ? 'user' : 'agent',
    parts: someParts(random),
    ...(messageId === undefined ? {} : { messageId }),
    ...(contextId === undefined ? {} : { contextId }),
    ...(taskId === undefined ? {} : { taskId }),
    ...(referred === undefined ? {} : { raw: { referenceTaskIds: [referred] } }),
  };
}
