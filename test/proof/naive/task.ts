import type { Task } from '../../../src/protocol/model.ts';
import type { Observation } from '../../../src/protocol/observation.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { missing } from './content.ts';
import { askedAt, type Course, receivedAt } from './course.ts';
import { any, at, type Definitions, isActive, isV1, operationIs, RESULTS, where } from './definition.ts';
import { contextId, isForeign, isOwn, namedContext, stampAt, taskId } from './names.ts';
import {
  endRead,
  endReadBy,
  heldAt,
  isNotFound,
  isRead,
  isUnchanged,
  lastHeld,
  lastRead,
  lastReadSeen,
  notFoundRun,
  regressLasts,
  sameRead,
} from './reads.ts';
import { signsBefore } from './stream-calls.ts';
import { isFirstFrame } from './stream-frames.ts';
import {
  framesOf,
  hadError,
  isOverlap,
  lastFrameAt,
  sameFrame,
  streamAt,
  streamState,
  streamsBefore,
} from './streams.ts';
import { ageOf, endAt, endSeen, endState, newestTime, runsBack, stateSince } from './told.ts';
import { cancelBefore, isFirstAnswer, isSend, turnBefore } from './turns.ts';

/** The task itself: its states, its ids, its time, and what becomes of messages to it. */
export const TASK: Definitions = {
  'task/backward': any(
    at(['status'], (seen, course, place) =>
      seen.state === 'submitted' && hasLeftSubmitted(course, place) ? 'suspected' : undefined,
    ),
    at(['task'], (seen, course, place) => {
      if (seen.task.state !== 'submitted' || isForeign(course, place)) return undefined;
      if (streamAt(course, place) !== undefined) return hasLeftSubmitted(course, place) ? 'suspected' : undefined;
      return ageOf(course, place) === 'stale' && endAt(course, place) === undefined ? 'suspected' : undefined;
    }),
  ),

  'task/stale-read': at(['task'], (_seen, course, place) =>
    isRead(course, place) && ageOf(course, place) === 'stale' ? 'suspected' : undefined,
  ),

  'task/terminal-overwritten': any(
    at(['task'], (seen, course, place) => {
      const end = endSeen(course, place);
      if (end === undefined || endState(course, place) === 'canceled' || isForeign(course, place)) return false;
      if (isTerminal(seen.task.state)) return seen.task.state !== endState(course, place);
      const wasAnswered = end.vantage.channel === 'answer' || endRead(course, place) !== undefined;
      return isRead(course, place) && wasAnswered && regressLasts(course, place);
    }),
    at(['status'], (seen, course, place) => {
      const end = endState(course, place);
      if (end === undefined || end === 'canceled' || isForeign(course, place)) return false;
      return isTerminal(seen.state) && seen.state !== end;
    }),
  ),

  'task/unknown-state': any(
    at(['defect'], (seen) => seen.defect === 'state-spelling' || seen.defect === 'unknown-state'),
    where(
      isV1,
      any(
        at(['task'], (seen) => seen.task.state === 'unknown'),
        at(['status'], (seen) => seen.state === 'unknown'),
      ),
    ),
  ),

  'task/dialect-mix': at(['defect'], (seen) => seen.defect === 'other-dialect' || seen.defect === 'discriminator'),
  'task/malformed': at(['defect'], (seen) => seen.defect === 'field'),

  'task/id-changed': at(['task'], (seen, course, place) => {
    const asked = seen.vantage.request.taskId;
    if (asked === undefined || asked === seen.task.id) return false;
    if (operationIs(seen, 'SubscribeToTask')) return isFirstFrame(course, place);
    return operationIs(seen, 'GetTask', 'CancelTask');
  }),

  'task/context-changed': at(['task', 'status', 'artifact'], (seen, course, place) => {
    const [told, known] = [namedContext(seen), contextId(course, place)];
    return told !== undefined && known !== undefined && told !== known && isOwn(course, place);
  }),

  'task/context-replaced': at(['task', 'message'], (seen, course, place) => {
    const told = seen.kind === 'task' ? seen.task.contextId : seen.message.contextId;
    const { contextId: given, taskId: asked } = seen.vantage.request;
    if (given === undefined || asked !== undefined || told === undefined || told === given) return false;
    return isSend(seen) && isFirstAnswer(course, place);
  }),

  'task/context-mismatch-accepted': at(RESULTS, (seen, course, place) => {
    const given = seen.vantage.request.contextId;
    const known = contextId(course, place);
    if (given === undefined || known === undefined || given === known || endAt(course, place) !== undefined)
      return false;
    return isToTask(seen, course, place) && isFirstAnswer(course, place);
  }),

  'task/lost': at(['error'], (seen, course, place) => {
    if (!isNotFound(course, place) || taskId(course, place) === undefined || endAt(course, place) !== undefined)
      return undefined;
    const [first] = notFoundRun(course, place);
    if (first === undefined) return undefined;
    if (askedAt(course, first) - stateSince(course, place) < BOUNDS.born) return undefined;
    return seen.vantage.asked - askedAt(course, first) >= BOUNDS.settle ? 'suspected' : undefined;
  }),

  'task/two-runs': any(
    at(['status'], (seen, course, place) => {
      const end = endSeen(course, place);
      if (!isTerminal(seen.state) || endState(course, place) !== seen.state || seen.message === undefined)
        return undefined;
      if (end?.vantage.channel !== 'stream' || end.vantage.id === seen.vantage.id) return undefined;
      return joinedRunning(course, place) && !sameFrame(end, seen) && !isForeign(course, place)
        ? 'suspected'
        : undefined;
    }),
    at(['task'], (seen, course, place) => {
      if (streamAt(course, place) !== undefined || !isTerminal(seen.task.state) || isForeign(course, place))
        return undefined;
      return joinedRunning(course, place) && stammers(seen.task) ? 'suspected' : undefined;
    }),
  ),

  'task/blocking-returns-early': at(['task'], (seen, course) => {
    const { blocking } = seen.vantage.request;
    if (!operationIs(seen, 'SendMessage') || !isActive(seen.task.state)) return false;
    return isV1(course.claims) ? blocking !== false : blocking === true;
  }),

  'task/nonblocking-blocks': at(['task'], (seen) => {
    if (!operationIs(seen, 'SendMessage') || seen.vantage.request.blocking !== false) return undefined;
    return seen.received - seen.vantage.asked >= BOUNDS.held ? 'suspected' : undefined;
  }),

  'task/accepts-after-terminal': at(RESULTS, (seen, course, place) => {
    const end = endAt(course, place);
    if (!isToTask(seen, course, place) || end === undefined || !isFirstAnswer(course, place)) return undefined;
    if (receivedAt(course, end) >= seen.vantage.asked) return undefined;
    return endReadBy(course, place, seen.vantage.asked) ? 'certain' : 'suspected';
  }),

  'task/client-id-accepted': at(
    RESULTS,
    (seen, course, place) =>
      seen.vantage.request.probe === 'unknown-task' && isSend(seen) && isFirstAnswer(course, place),
  ),

  'task/stuck': at(['task'], (seen, course, place) => {
    if (!isRead(course, place) || !isActive(seen.task.state) || ageOf(course, place) !== 'newer') return undefined;
    const last = lastRead(course, place);
    if (last === undefined || !isUnchanged(course, place) || !sameRead(course, last, place)) return undefined;
    const still = seen.received - (signsBefore(course, place).at(-1) ?? 0);
    return still >= (hadFault(course, place) ? BOUNDS.stuckAfterFault : BOUNDS.stuck) ? 'suspected' : undefined;
  }),

  'task/timestamp-regress': at(['status', 'task'], (seen, course, place) => {
    if (isForeign(course, place)) return undefined;
    if (runsBack(course, place)) return 'certain';
    const [stamp, known] = [stampAt(course, place), newestTime(course, place)];
    if (seen.kind === 'status' || stamp === undefined || known === undefined) return undefined;
    if (!isRead(course, place) || ageOf(course, place) !== 'newer' || endAt(course, place) !== undefined)
      return undefined;
    return stamp + BOUNDS.clock < known ? 'suspected' : undefined;
  }),

  'task/shrunk': at(['task'], (seen, course, place) => {
    const last = lastRead(course, place);
    if (!isRead(course, place) || last === undefined || ageOf(course, place) !== 'newer') return undefined;
    if (askedAt(course, place) <= receivedAt(course, last)) return undefined;
    if (isTerminal(lastReadSeen(course, place)?.task.state) && isTerminal(seen.task.state)) return undefined;
    const turn = turnBefore(course, place);
    if (turn !== undefined && turn.asked > askedAt(course, last)) return undefined;
    return missing(lastHeld(course, place), heldAt(course, place)).length > 0 ? 'suspected' : undefined;
  }),

  'task/failed-as-error': at(['task'], (seen, course, place) => {
    if (!isRead(course, place) || seen.task.state !== 'failed') return false;
    return streamsBefore(course, place).some(
      (stream) =>
        framesOf(course, stream, place).length > 0 &&
        hadError(course, stream, place) &&
        !isTerminal(streamState(course, stream, place)),
    );
  }),

  'task/spurious-interrupt': any(
    at(['status'], (seen, course, place) =>
      isActive(seen.state) && takesBack(course, place) ? 'suspected' : undefined,
    ),
    at(['artifact'], (_seen, course, place) => (takesBack(course, place) ? 'suspected' : undefined)),
  ),

  'task/send-cut-off': at(['task'], (_seen, course, place) => {
    if (!isRead(course, place)) return false;
    return course.seen.slice(0, place).some(isCutOff);
  }),

  'task/artifact-shared': at(['task', 'artifact'], (seen, course, place) => {
    const ids =
      seen.kind === 'task' ? (seen.task.artifacts ?? []).map((one) => one.artifactId) : [seen.artifact.artifactId];
    const own = seen.kind === 'task' ? seen.task.id : taskId(course, place);
    return ids.some((id) => {
      const owner = course.elsewhere(place).taskOfArtifact(id);
      return owner !== undefined && own !== undefined && owner !== own;
    });
  }),

  'task/message-repeated': at(['task'], (seen, course, place) => {
    const { messageId } = seen.vantage.request;
    if (messageId === undefined || !isSend(seen)) return false;
    const first = course.elsewhere(place).taskOfMessage(messageId);
    return first !== undefined && first !== seen.task.id;
  }),
};

/** Whether a message went to this task. */
function isToTask(seen: Observation, course: Course, place: number): boolean {
  const asked = seen.vantage.request.taskId;
  return isSend(seen) && asked !== undefined && asked === taskId(course, place);
}

/** Whether a stream had told the task as under way, or as waiting. */
function hasLeftSubmitted(course: Course, place: number): boolean {
  const stream = streamAt(course, place);
  if (stream === undefined || isForeign(course, place) || isOverlap(course, stream, place)) return false;
  return ['working', 'input-required', 'auth-required'].includes(streamState(course, stream, place) ?? '');
}

/** Whether a message was taken in while the task was at work. */
function joinedRunning(course: Course, place: number): boolean {
  const turn = turnBefore(course, place);
  return turn !== undefined && isActive(turn.before) && turn.answered !== undefined && turn.error === undefined;
}

/** Whether an artifact holds one piece of four characters or more twice in a row. */
function stammers(task: Task): boolean {
  return (task.artifacts ?? []).some(({ parts }) =>
    parts.some(({ text }, i) => text !== undefined && text.length >= 4 && parts[i + 1]?.text === text),
  );
}

function hadFault(course: Course, place: number): boolean {
  return course.seen
    .slice(0, place)
    .some((seen) => seen.kind === 'error' && seen.name === 'InternalError' && seen.vantage.channel !== 'push');
}

/** Whether a stream has just asked for input that nobody of ours has given since. */
function takesBack(course: Course, place: number): boolean {
  const stream = streamAt(course, place);
  if (stream === undefined || isForeign(course, place) || isOverlap(course, stream, place)) return false;
  const asked = lastFrameAt(course, stream, place);
  if (streamState(course, stream, place) !== 'input-required') return false;
  if (receivedAt(course, place) - asked > BOUNDS.takenBack || cancelBefore(course, place) !== undefined) return false;
  const turn = turnBefore(course, place);
  return turn === undefined || turn.asked < asked;
}

/** A send that waits ended on the way, by a hop that gave up. */
function isCutOff(seen: Observation): boolean {
  if (!operationIs(seen, 'SendMessage') || seen.vantage.request.blocking === false) return false;
  if (seen.received - seen.vantage.asked < BOUNDS.held) return false;
  if (seen.kind === 'failure') return seen.reason === 'reset';
  return (
    seen.kind === 'error' && seen.name === 'other' && [408, 502, 503, 504, 520, 522, 524].includes(seen.httpStatus)
  );
}
