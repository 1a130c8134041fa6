import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { missing } from './content.ts';
import { askedAt, type Course, receivedAt } from './course.ts';
import { any, at, type Definitions, isActive, isHttp, isV1, operationIs, where } from './definition.ts';
import { contextId, isForeign, isOwn, namedContext, stampAt, taskId } from './names.ts';
import {
  allHistory,
  endRead,
  heldAt,
  isNotFound,
  isRead,
  isUnchanged,
  lastHeld,
  lastRead,
  lastReadSeen,
  notFoundRun,
  oldestShown,
  regressLasts,
  sameRead,
} from './reads.ts';
import { signsBefore } from './signs.ts';
import { isFirstFrame } from './stream-frames.ts';
import { isOverlap, streamAt, streamState } from './streams.ts';
import { ageOf, endAt, endSeen, endState, knownState, newestTime, runsBack, stateSince } from './told.ts';
import { turnBefore } from './turns.ts';

/** The task itself: its states, its ids, its time and its content. */
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
  'task/malformed': at(['defect'], (seen, { claims }) => {
    if (seen.defect === 'field' || seen.defect === 'time-form') return true;
    return seen.defect === 'envelope' && claims.binding === 'HTTP+JSON';
  }),
  'task/duplicate-key': where(
    isHttp,
    at(['defect'], (seen) => seen.defect === 'duplicate-key'),
  ),

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

  'task/lost': any(
    at(['error'], (seen, course, place) => {
      if (!isNotFound(course, place) || taskId(course, place) === undefined || endAt(course, place) !== undefined)
        return undefined;
      const [first] = notFoundRun(course, place);
      if (first === undefined || knownState(course, place) === undefined) return undefined;
      const since = Math.max(askedAt(course, first), stateSince(course, place) + BOUNDS.born);
      return seen.vantage.asked - since >= BOUNDS.settle ? 'suspected' : undefined;
    }),
    at(['task'], (_seen, course, place) => {
      const run = notFoundRun(course, place);
      const [first] = run;
      if (!isRead(course, place) || first === undefined || endAt(course, place) !== undefined) return undefined;
      if (knownState(course, place) === undefined) return undefined;
      const isLate = askedAt(course, first) - stateSince(course, place) >= BOUNDS.born;
      // Several weigh less where they came so soon.
      return isLate || run.length > 1 ? 'suspected' : undefined;
    }),
  ),

  'task/artifact-twice': at(['task'], ({ task }) => {
    const ids = (task.artifacts ?? []).map(({ artifactId }) => artifactId);
    return new Set(ids).size < ids.length;
  }),

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

  'task/shrunk': any(
    at(['task'], (seen, course, place) => {
      const last = lastRead(course, place);
      if (!isRead(course, place) || last === undefined || ageOf(course, place) !== 'newer') return undefined;
      if (askedAt(course, place) <= receivedAt(course, last)) return undefined;
      if (isTerminal(lastReadSeen(course, place)?.task.state) && isTerminal(seen.task.state)) return undefined;
      const turn = turnBefore(course, place);
      if (turn !== undefined && turn.asked > askedAt(course, last)) return undefined;
      return missing(lastHeld(course, place), heldAt(course, place)).length > 0 ? 'suspected' : undefined;
    }),
    at(['task'], (seen, course, place) => {
      const last = lastRead(course, place);
      if (!isRead(course, place) || ageOf(course, place) !== 'newer') return undefined;
      if (last !== undefined && askedAt(course, place) <= receivedAt(course, last)) return undefined;
      const oldest = oldestShown(course, place);
      if (oldest === undefined || !allHistory(seen)) return undefined;
      return seen.task.history?.some(({ messageId }) => messageId === oldest) ? undefined : 'suspected';
    }),
  ),

  'task/artifact-shared': at(['task', 'artifact'], (seen, course, place) => {
    const ids =
      seen.kind === 'task' ? (seen.task.artifacts ?? []).map((one) => one.artifactId) : [seen.artifact.artifactId];
    const own = seen.kind === 'task' ? seen.task.id : taskId(course, place);
    return ids.some((id) => {
      const owner = course.elsewhere(place).taskOfArtifact(id);
      return owner !== undefined && own !== undefined && owner !== own;
    });
  }),
};

/** Whether a stream had told the task as under way, or as waiting. */
function hasLeftSubmitted(course: Course, place: number): boolean {
  const stream = streamAt(course, place);
  if (stream === undefined || isForeign(course, place) || isOverlap(course, stream, place)) return false;
  return ['working', 'input-required', 'auth-required'].includes(streamState(course, stream, place) ?? '');
}

function hadFault(course: Course, place: number): boolean {
  return course.seen
    .slice(0, place)
    .some((seen) => seen.kind === 'error' && seen.name === 'InternalError' && seen.vantage.channel !== 'push');
}
