import type { TaskSeen } from '../protocol/observation.ts';
import { isInterrupted, isTerminal } from '../protocol/task-state.ts';
import { missingFrom, sameContent, sameResult } from './compare-content.ts';
import { oldestShown, showsAllHistory } from './history.ts';
import { wasTold } from './order.ts';
import { FLAG, type ReadRecord, type TaskRecord } from './record.ts';
import type { Situation } from './situation.ts';
import { isOpen, STREAM, type StreamRecord } from './stream-record.ts';

/** A read showed the task. One that is older than what is known changes nothing but a count. */
export function noteRead(seen: TaskSeen, at: Situation): void {
  const reads = readsOf(at.task);
  const { state } = seen.task;
  reads.count++;
  reads.notFound = 0;
  if (at.order === 'stale') {
    if (reads.stale++ === 0) reads.staleSince = at.asked;
    return;
  }
  if (at.order === 'concurrent') return;
  // An end stays: a read that agrees with it takes nothing back of those that contradict it.
  if (at.task.end === undefined) reads.stale = 0;
  const same = reads.print === at.print && sameContent(at.content, reads.artifacts);
  reads.unchanged = same ? reads.unchanged + 1 : 0;
  if (!same) at.task.lastSignAt = at.now;
  if (at.settles) at.task.flags |= FLAG.settled;
  if (isTerminal(state)) {
    if (reads.endedAt === 0) reads.endedAt = at.now;
    const sameEnd = reads.state === state && sameResult(at, reads);
    if (!sameEnd || reads.sameEndSince === 0) reads.sameEndSince = at.now;
  }
  noteTurnReads(seen, at);
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    if (stream.behindSince === 0 && at.asked > stream.asked && isBehind(stream, seen, at)) stream.behindSince = at.now;
    if ((stream.flags & (STREAM.opened | STREAM.based)) === STREAM.opened && at.asked > stream.openedAt) {
      stream.flags |= STREAM.based;
      stream.base = at.content;
    }
  }
  reads.print = at.print;
  reads.state = state;
  reads.asked = at.asked;
  reads.received = at.now;
  reads.artifacts = at.content;
  reads.words = at.words;
  if (showsAllHistory(seen)) {
    reads.messages = seen.task.history?.length ?? 0;
    if (reads.oldest === 0) reads.oldest = oldestShown(seen, at);
  }
}

/** The answer to a send may show all history, too: what is its oldest message is remembered as that of a read. */
export function noteShownBySend(seen: TaskSeen, at: Situation): void {
  if (at.order !== 'newer' || at.task.reads?.oldest) return;
  const oldest = oldestShown(seen, at);
  if (oldest !== 0) readsOf(at.task).oldest = oldest;
}

/** The peer said that there is no such task. */
export function noteNotFound(at: Situation): void {
  const reads = readsOf(at.task);
  if (reads.notFound++ === 0) reads.notFoundSince = at.asked;
}

/** Whether a read shows a state or an artifact that an open stream has yet to bring. */
function isBehind(stream: StreamRecord, seen: TaskSeen, at: Situation): boolean {
  if (!isOpen(stream) || (stream.flags & (STREAM.opened | STREAM.message)) !== STREAM.opened) return false;
  const { state } = seen.task;
  if (state !== stream.state && !isTerminal(stream.state) && state !== 'submitted') {
    const { stamp } = at;
    const newer = stamp === undefined || stream.stamp === undefined ? !wasTold(at.task, state) : stamp > stream.stamp;
    if (newer) return true;
  }
  if ((stream.flags & STREAM.partial) === 0) return missingFrom(at.content, stream.artifacts) !== undefined;
  // What a stream that was joined late ought to hold isn't known, but what changed since its last frame is news to it.
  const { reads } = at.task;
  if (reads === undefined || reads.asked <= Math.max(stream.asked, stream.lastFrameAt)) return false;
  return !sameContent(at.content, reads.artifacts);
}

/** After a turn: whether reads still show the task waiting, or without what it held before. */
function noteTurnReads(seen: TaskSeen, at: Situation): void {
  const turn = at.task.rare?.turn;
  if (turn?.answered === undefined || at.asked <= turn.answered) return;
  if (turn.error === undefined) {
    if (missingFrom(turn.artifacts, at.content) === undefined) turn.lacking = 0;
    else if (turn.lacking++ === 0) turn.lackingSince = at.asked;
  } else if (isInterrupted(seen.task.state)) {
    if (turn.waiting++ === 0) turn.waitingSince = at.asked;
  } else {
    turn.waiting = 0;
  }
}

function readsOf(task: TaskRecord): ReadRecord {
  task.reads ??= {
    count: 0,
    state: undefined,
    print: 0,
    asked: 0,
    received: 0,
    artifacts: undefined,
    words: undefined,
    oldest: 0,
    messages: 0,
    unchanged: 0,
    endedAt: 0,
    sameEndSince: 0,
    stale: 0,
    staleSince: 0,
    notFound: 0,
    notFoundSince: 0,
  };
  return task.reads;
}
