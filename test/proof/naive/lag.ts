import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { missing, sameContent } from './content.ts';
import { askedAt, beforeOn, type Course, receivedAt, seenAt } from './course.ts';
import { isOwn, namedState, stampAt } from './names.ts';
import { heldAt, isRead, lastHeld, lastRead, lastReadSeen } from './reads.ts';
import { contentOn } from './streamed.ts';
import { hadMessage, isOpen, isOpened, isPartial, lastFrameAt, newestStamp, streamAt, streamState } from './streams.ts';
import { ageOf, wasTold } from './told.ts';

export interface Lag {
  /** Since when a read has shown what the stream hasn't brought. */
  readonly since: number | undefined;
  /** It brought something long after a read had shown it. */
  readonly late: boolean;
}

/** How far a stream is behind what reads have shown. */
export const lagOf = beforeOn((course, stream, place): Lag => {
  let since: number | undefined;
  let late = false;
  for (let k = stream; k < place; k++) {
    if (since === undefined) {
      const isNewer = isRead(course, k) && ageOf(course, k) === 'newer' && askedAt(course, k) > askedAt(course, stream);
      if (isNewer && isNews(course, stream, k)) since = receivedAt(course, k);
    } else if (streamAt(course, k) === stream && isOwn(course, k) && isLevel(course, stream, k + 1)) {
      if (receivedAt(course, k) - since > BOUNDS.held) late = true;
      since = undefined;
    }
  }
  return { since, late };
});

/** Whether a read shows a state or an artifact that an open stream has yet to bring. */
function isNews(course: Course, stream: number, read: number): boolean {
  if (!isOpen(course, stream, read) || !isOpened(course, stream, read) || hadMessage(course, stream, read))
    return false;
  const state = namedState(seenAt(course, read));
  const known = streamState(course, stream, read);
  if (state !== undefined && state !== known && state !== 'submitted' && !isTerminal(known)) {
    const [stamp, newest] = [stampAt(course, read), newestStamp(course, stream, read)];
    if (stamp === undefined || newest === undefined ? !wasTold(course, read, state) : stamp > newest) return true;
  }
  if (!isPartial(course, stream, read))
    return missing(heldAt(course, read), contentOn(course, stream, read)).length > 0;
  // Of a stream that was joined late only what changed since its last frame is known to be news to it.
  const last = lastRead(course, read);
  if (last === undefined) return false;
  if (askedAt(course, last) <= Math.max(askedAt(course, stream), lastFrameAt(course, stream, read))) return false;
  return !sameContent(heldAt(course, read), heldAt(course, last));
}

/** Whether a stream has brought what the newest read shows. */
function isLevel(course: Course, stream: number, place: number): boolean {
  if (streamState(course, stream, place) !== lastReadSeen(course, place)?.task.state) return false;
  if (isPartial(course, stream, place)) return true;
  return missing(lastHeld(course, place), contentOn(course, stream, place)).length === 0;
}

/** Whether a stream has been behind for so long. */
export function isOverdue(course: Course, stream: number, place: number, after: number): boolean {
  const { since } = lagOf(course, stream, place);
  return since !== undefined && receivedAt(course, place) - since >= after;
}
