import type { CloseSeen, ErrorSeen, FailureSeen, Observation } from '../protocol/observation.ts';
import type { TaskState } from '../protocol/task-state.ts';

/** What has come of one streaming call so far. */
export interface SeenStream {
  readonly vantageId: number;
  /** It was answered with an event stream. */
  open: boolean;
  frames: number;
  artifacts: number;
  state: TaskState | undefined;
  /** It brought a Message. */
  message: boolean;
  closed: CloseSeen['by'] | undefined;
  /** What it was answered with instead, or what it ended with. */
  refusal: ErrorSeen | FailureSeen | undefined;
}

export function newSeenStream(vantageId: number): SeenStream {
  return {
    vantageId,
    open: false,
    frames: 0,
    artifacts: 0,
    state: undefined,
    message: false,
    closed: undefined,
    refusal: undefined,
  };
}

/** Takes in what came by a stream, or instead of it. */
export function noteOnStream(stream: SeenStream, seen: Observation): void {
  switch (seen.kind) {
    case 'open':
      stream.open = true;
      return;
    case 'task':
      stream.frames++;
      stream.state = seen.task.state;
      return;
    case 'status':
      stream.frames++;
      stream.state = seen.state;
      return;
    case 'artifact':
      stream.frames++;
      stream.artifacts++;
      return;
    case 'message':
      stream.frames++;
      stream.message = true;
      return;
    case 'error':
    case 'failure':
      stream.refusal = seen;
      return;
    case 'close':
      stream.closed = seen.by;
      return;
    default:
      return;
  }
}

/** Whether it was answered, if only by a refusal. */
export function isHeard({ frames, closed, refusal }: SeenStream): boolean {
  return frames > 0 || closed !== undefined || refusal !== undefined;
}

/** Whether nothing more comes of it. */
export function isOver({ closed, refusal, open }: SeenStream): boolean {
  return closed !== undefined || (refusal !== undefined && !open);
}
