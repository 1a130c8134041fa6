import type { TaskEntry } from '../sight/task-book.ts';
import type { AnswerHead } from '../upstream/agent-call.ts';

/** What only whoever opened the stream can do. */
export interface StreamHelp {
  /** The task, as far as it is known which it is. */
  readonly entry: TaskEntry;
  /** The caller asked for it when it had been told the end of the task, and is to be refused. */
  readonly late: boolean;
  /** Subscribes to the task anew. Returns whether that was tried. */
  subscribe(): boolean;
  /** The call was answered by no stream. */
  answered(head: AnswerHead, body: Buffer): void;
  /** Nothing has told of a task: looks for it. */
  recover(because: string): void;
  /** The caller is done, or gone. Returns whether the agent's stream still has to tell something. */
  closed(): boolean;
}
