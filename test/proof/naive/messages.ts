import type { Certainty } from '../../../src/lifecycle/finding.ts';
import type { Part } from '../../../src/protocol/model.ts';
import type { Observation, StatusSeen, TaskSeen } from '../../../src/protocol/observation.ts';
import { BOUNDS } from './bounds.ts';
import { missing, typeOf } from './content.ts';
import { askedAt, type Course, receivedAt, seenAt } from './course.ts';
import { any, at, type Definitions, isWaiting, where } from './definition.ts';
import { isForeign, isOwn, namedState, taskId } from './names.ts';
import { allHistory, heldAt, isRead, lastRead, lastReadSeen, oldestShown, readsBefore } from './reads.ts';
import { ageOf, endAt } from './told.ts';
import {
  askedAgain,
  isAnew,
  isFirstAnswer,
  isSend,
  lackingRun,
  questionAt,
  questionsBefore,
  turnBefore,
  waitingRun,
} from './turns.ts';

/** What becomes of messages to a task that waits, and of the modes and the history that the card promises. */
export const MESSAGES: Definitions = {
  'resume/new-task': at(['task', 'status', 'artifact'], (seen, course, place) => {
    const asked = seen.vantage.request.taskId;
    if (!isSend(seen) || asked === undefined || asked !== taskId(course, place)) return false;
    return isForeign(course, place) && isFirstAnswer(course, place) && endAt(course, place) === undefined;
  }),

  'resume/not-accepted': at(['task'], (seen, course, place) => {
    const turn = turnBefore(course, place);
    if (!isRead(course, place) || turn?.error === undefined || turn.answered === undefined) return undefined;
    if (turn.before !== 'input-required' || seen.task.state !== 'input-required') return undefined;
    if (ageOf(course, place) !== 'newer' || askedAt(course, place) <= turn.answered) return undefined;
    if (!REFUSALS.has(turn.error) || !(turn.inputModes ?? []).every((mode) => mode === 'text/plain')) return undefined;
    const id = seen.task.statusMessage?.messageId;
    const isSame = id !== undefined && id === turn.questionId;
    const isSure = isSame && turn.error !== 'InternalError' && lasts(course, place, waitingRun(course, place));
    return isSure ? 'certain' : 'suspected';
  }),

  'resume/context-lost': any(
    at(['task'], (_seen, course, place) => {
      const turn = turnBefore(course, place);
      if (!isRead(course, place) || turn?.answered === undefined || turn.error !== undefined) return undefined;
      if (ageOf(course, place) !== 'newer' || askedAt(course, place) <= turn.answered) return undefined;
      if (missing(turn.held, heldAt(course, place)).length === 0) return undefined;
      return lasts(course, place, lackingRun(course, place)) ? 'certain' : 'suspected';
    }),
    at(['task', 'status'], (_seen, course, place) => (repeatsQuestion(course, place) ? 'suspected' : undefined)),
  ),

  'resume/fails-on-declared-mode': at(['task', 'status'], (seen, course, place) => failsOn(seen, course, place)),

  'modes/declared-input-rejected': at(['error'], (seen, { claims }) => {
    const modes = seen.vantage.request.inputModes;
    if (seen.name !== 'ContentTypeNotSupported' || !isSend(seen) || modes === undefined) return undefined;
    if (claims.inputModes.length === 0 || !modes.every((mode) => isIn(claims.inputModes, mode))) return undefined;
    const { acceptedOutputModes: accepted = [] } = seen.vantage.request;
    const outputs = claims.outputModes;
    if (accepted.length > 0 && !(outputs.length > 0 && outputs.every((mode) => isIn(accepted, mode)))) return undefined;
    const everywhere = claims.inputModesOfEverySkill;
    return everywhere !== undefined && modes.every((mode) => isIn(everywhere, mode)) ? 'certain' : 'suspected';
  }),

  'modes/wrong-error': at(['error'], (seen, { claims }) => {
    const modes = seen.vantage.request.inputModes;
    if (!isSend(seen) || modes === undefined || claims.inputModes.length === 0) return undefined;
    if (!['InvalidParams', 'InvalidRequest', 'UnsupportedOperation', 'InternalError'].includes(seen.name))
      return undefined;
    return modes.every((mode) => isIn(claims.inputModes, mode)) ? undefined : 'suspected';
  }),

  'modes/undeclared-input-accepted': any(
    at(['task', 'status'], (seen, course, place) => {
      const state = namedState(seen);
      if (isForeign(course, place)) return false;
      // Elsewhere than in the answer itself, a state that the task waits in may be an old one.
      if (sendsUndeclared(seen, course)) return state === 'completed' || isWaiting(state);
      return state === 'completed' && tookUndeclared(course, place);
    }),
    at(['message'], (seen, course) => sendsUndeclared(seen, course)),
  ),

  'modes/undeclared-output': any(
    at(['artifact'], (seen, { claims }) => hasOutside(claims.outputModes, seen.artifact.parts)),
    at(['task'], (seen, { claims }) =>
      (seen.task.artifacts ?? []).some(({ parts }) => hasOutside(claims.outputModes, parts)),
    ),
  ),

  'modes/unaccepted-output': any(
    at(['artifact'], (seen, course) =>
      isUnaccepted(seen.artifact.parts, seen.vantage.request.acceptedOutputModes, course),
    ),
    at(['task'], (seen, course) =>
      (seen.task.artifacts ?? []).some(({ parts }) =>
        isUnaccepted(parts, seen.vantage.request.acceptedOutputModes, course),
      ),
    ),
  ),

  'history/empty-on-input-required': at(['task'], (seen, course, place) => {
    const asked = seen.vantage.request.historyLength;
    if (course.claims.stateTransitionHistory !== true || !isRead(course, place) || asked === undefined || asked < 1)
      return false;
    return seen.task.state === 'input-required' && (seen.task.history ?? []).length === 0;
  }),

  'history/exceeds-length': at(['task', 'list'], (seen) => {
    const asked = seen.vantage.request.historyLength;
    if (asked === undefined || asked < 1) return false;
    return (seen.kind === 'task' ? [seen.task] : seen.tasks).some(({ history }) => (history?.length ?? 0) > asked);
  }),

  'history/zero-ignored': where(
    ({ dialect, binding }) => dialect === '1.0' || binding === 'JSONRPC',
    at(['task', 'list'], (seen) => {
      const tasks = seen.kind === 'task' ? [seen.task] : seen.tasks;
      return seen.vantage.request.historyLength === 0 && tasks.some(({ history = [] }) => history.length > 0);
    }),
  ),

  'history/turn-missing': at(['task'], (seen, course, place) => {
    const turn = turnBefore(course, place);
    const { history = [] } = seen.task;
    if (!isRead(course, place) || turn?.answered === undefined || turn.error !== undefined) return undefined;
    if (turn.messageId === undefined || history.length === 0 || askedAt(course, place) <= turn.answered)
      return undefined;
    if (history.length >= (seen.vantage.request.historyLength ?? Number.POSITIVE_INFINITY)) return undefined;
    return history.some(({ messageId }) => messageId === turn.messageId) ? undefined : 'suspected';
  }),

  'history/oldest-returned': at(['task'], (seen, course, place) => {
    const last = lastRead(course, place);
    if (!isRead(course, place) || last === undefined || ageOf(course, place) !== 'newer') return undefined;
    if (askedAt(course, place) <= receivedAt(course, last)) return undefined;
    if (lastReadSeen(course, place)?.task.state !== seen.task.state) return undefined;
    const whole = readsBefore(course, place)
      .map((k) => seenAt(course, k) as TaskSeen)
      .filter(allHistory)
      .at(-1);
    const { history = [] } = seen.task;
    if (history.length === 0 || history.length !== seen.vantage.request.historyLength) return undefined;
    if (history.length >= (whole?.task.history?.length ?? 0)) return undefined;
    const oldest = oldestShown(course, place);
    return oldest !== undefined && history[0]?.messageId === oldest ? 'suspected' : undefined;
  }),

  'history/duplicated': at(['task'], (seen) => {
    const ids = (seen.task.history ?? []).flatMap(({ messageId }) => (messageId === undefined ? [] : [messageId]));
    return new Set(ids).size < ids.length;
  }),
};

const REFUSALS: ReadonlySet<string> = new Set([
  'TaskNotFound',
  'UnsupportedOperation',
  'InvalidRequest',
  'MethodNotFound',
  'InvalidParams',
  'InternalError',
]);

/** Whether this read is the third or a later one in a row, over a time for which no replica lags. */
function lasts(course: Course, place: number, run: readonly number[]): boolean {
  const [first] = run;
  return run.length >= 2 && first !== undefined && askedAt(course, place) - askedAt(course, first) >= BOUNDS.regress;
}

/** Whether the question that is asked here was asked before a message of ours, which answered it for the second time. */
function repeatsQuestion(course: Course, place: number): boolean {
  const last = questionsBefore(course, place).at(-1);
  const turn = turnBefore(course, place);
  const question = questionAt(course, place);
  if (last === undefined || turn === undefined || question === undefined) return false;
  if (namedState(seenAt(course, place)) !== 'input-required' || isForeign(course, place)) return false;
  return (
    turn.asked > receivedAt(course, last) &&
    question === questionAt(course, last) &&
    isAnew(course, last, place) &&
    askedAgain(course, place) >= 1
  );
}

/** Whether the task ends badly over the last message, all of which is declared, after it had asked for one. */
function failsOn(seen: TaskSeen | StatusSeen, course: Course, place: number): Certainty | undefined {
  const state = namedState(seen);
  const turn = turnBefore(course, place);
  const { inputModes, inputModesOfEverySkill } = course.claims;
  if ((state !== 'failed' && state !== 'rejected') || isForeign(course, place) || endAt(course, place) !== undefined)
    return undefined;
  if (turn?.inputModes === undefined || turn.before !== 'input-required' || inputModes.length === 0) return undefined;
  if (!turn.inputModes.every((mode) => isIn(inputModes, mode))) return undefined;
  if (turn.inputModes.every((mode) => mode === 'text/plain')) return undefined;
  const message = seen.kind === 'task' ? seen.task.statusMessage : seen.message;
  const facts = [message?.metadata, ...(message?.parts ?? []).flatMap(({ data, metadata }) => [data, metadata])];
  const isBlamed = turn.error === 'ContentTypeNotSupported' || facts.some(blamesContent);
  return isBlamed && turn.inputModes.every((mode) => isIn(inputModesOfEverySkill ?? inputModes, mode))
    ? 'certain'
    : 'suspected';
}

function blamesContent(fact: unknown): boolean {
  const text = JSON.stringify(fact) ?? '';
  return /^\{(?:"error":\{)?"(?:code|reason)":(?:-32005|-32602|"CONTENT_TYPE_NOT_SUPPORTED")\}{1,2}$/.test(text);
}

/** Whether a list of modes takes one; words that are no media type, and wildcards, may mean anything. */
function isIn(list: readonly string[], mode: string): boolean {
  return list.some((entry) => {
    if (!entry.includes('/') || entry === '*/*' || entry === mode) return true;
    return entry.endsWith('/*') && entry.split('/')[0] === mode.split('/')[0];
  });
}

function hasOutside(list: readonly string[], parts: readonly Part[]): boolean {
  return list.length > 0 && parts.some((part) => typeOf(part) !== '' && !isIn(list, typeOf(part)));
}

/** Whether parts that say what they are are all of types that the caller doesn't take, though it takes some declared one. */
function isUnaccepted(parts: readonly Part[], accepted: readonly string[] | undefined, { claims }: Course): boolean {
  if (accepted === undefined || accepted.length === 0) return false;
  if (claims.outputModes.length > 0 && !claims.outputModes.some((mode) => isIn(accepted, mode))) return false;
  const types = parts.map(typeOf).filter((type) => type !== '');
  return types.length > 0 && types.every((type) => !isIn(accepted, type));
}

/** Whether a message with a part of a type that the card doesn't list was sent by a call. */
function sendsUndeclared(seen: Observation, { claims }: Course): boolean {
  if (!isSend(seen) || claims.inputModes.length === 0) return false;
  const typed = (seen.vantage.request.inputModes ?? []).filter(
    (mode) => mode !== 'text/plain' && mode !== 'application/octet-stream',
  );
  return typed.some((mode) => !isIn(claims.inputModes, mode));
}

/** Whether such a message was answered by a result. */
function tookUndeclared(course: Course, place: number): boolean {
  return course.seen.slice(0, place).some((seen, k) => {
    return sendsUndeclared(seen, course) && (seen.kind === 'message' || isOwn(course, k));
  });
}
