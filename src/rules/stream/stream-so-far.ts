import { STREAM, type StreamRecord, type TaskRecord } from '../../lifecycle/record.ts';
import { isTerminal } from '../../protocol/task-state.ts';

/** Whether a stream has brought a Message, which is a full answer. */
export function hadMessage(stream: StreamRecord | undefined): boolean {
  return stream !== undefined && (stream.flags & STREAM.message) !== 0;
}

/** A stream that was opened with the task, told its end, and so has to hold all that the task holds. */
export function wholeStream(task: TaskRecord): StreamRecord | undefined {
  for (let at = task.streams; at !== undefined; at = at.next) {
    if (
      at.operation === 'SendStreamingMessage' &&
      isTerminal(at.state) &&
      (at.flags & (STREAM.overlap | STREAM.partial)) === 0
    ) {
      return at;
    }
  }
  return undefined;
}
