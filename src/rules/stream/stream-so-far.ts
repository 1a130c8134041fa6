import type { TaskRecord } from '../../lifecycle/record.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { isTerminal, type TaskState } from '../../protocol/task-state.ts';

/** Whether a stream has brought a Message, which is a full answer. */
export function hadMessage(stream: StreamRecord | undefined): boolean {
  return stream !== undefined && (stream.flags & STREAM.message) !== 0;
}

/** Whether a stream has told the end of its task. The snapshot of a subscription may be ahead of its events. */
export function hasEnded(stream: StreamRecord | undefined): boolean {
  return stream !== undefined && isTerminal(stream.state) && (stream.flags & STREAM.overlap) === 0;
}

/** Whether a frame equals the one before it on its stream. */
export function isRepeated(at: Situation): boolean {
  return at.stream !== undefined && at.stream.frames > 0 && at.print === at.stream.lastPrint;
}

/** Whether a state may end a stream although it is no end: 0.2 had `unknown` among the terminal ones, until 0.2.6. */
export function mayEndUnknown(state: TaskState | undefined, { task }: Situation): boolean {
  return state === 'unknown' && task.peer.claims.dialect === '0.2';
}

/** The stream that was opened with the task, if it told the end: it has to hold all that the task holds. */
export function wholeStream(task: TaskRecord): StreamRecord | undefined {
  for (let at = task.streams; at !== undefined; at = at.next) {
    if ((at.flags & (STREAM.birth | STREAM.partial)) === STREAM.birth && isTerminal(at.state)) return at;
  }
  return undefined;
}
