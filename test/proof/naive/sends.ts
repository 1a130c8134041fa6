import type { Task } from '../../../src/protocol/model.ts';
import type { Observation } from '../../../src/protocol/observation.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { type Course, receivedAt } from './course.ts';
import { any, at, type Definitions, isActive, isV1, operationIs, RESULTS } from './definition.ts';
import { contextId, isForeign, taskId } from './names.ts';
import { endReadBy, isRead } from './reads.ts';
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
import { endAt, endSeen, endState } from './told.ts';
import { cancelBefore, isFirstAnswer, isSend, turnBefore } from './turns.ts';

/** What becomes of messages: how they are answered, and what the task does then. */
export const SENDS: Definitions = {
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
    if (!operationIs(seen, 'SendMessage') || !isActive(seen.task.state)) return undefined;
    const waits = isV1(course.claims) ? blocking !== false : blocking === true;
    return waits ? 'suspected' : undefined;
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

  'task/failed-as-error': at(['task'], (seen, course, place) => {
    if (!isRead(course, place) || seen.task.state !== 'failed') return undefined;
    const broke = streamsBefore(course, place).some(
      (stream) =>
        framesOf(course, stream, place).length > 0 &&
        hadError(course, stream, place) &&
        !isTerminal(streamState(course, stream, place)),
    );
    return broke ? 'suspected' : undefined;
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

  'task/message-repeated': at(['task'], (seen, course, place) => {
    const { request } = seen.vantage;
    if (request.messageId === undefined || !isSend(seen)) return false;
    const first = course.elsewhere(place).taskOfMessage(request);
    return first !== undefined && first !== seen.task.id;
  }),
};

/** Whether a message went to this task. */
function isToTask(seen: Observation, course: Course, place: number): boolean {
  const asked = seen.vantage.request.taskId;
  return isSend(seen) && asked !== undefined && asked === taskId(course, place);
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
