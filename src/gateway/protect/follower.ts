import type { ReadRole } from '../../contract/read-cadence.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Task } from '../../protocol/model.ts';
import type { TerminalState } from '../../protocol/task-state.ts';

/** The end of a task as its caller is told it, once and for all. */
export interface Final {
  readonly state: TerminalState;
  /** As reads, or else the agent's own word, have shown it. */
  readonly task: Task | undefined;
  readonly verified: boolean;
  /** What a stream has brought, and no read has shown; its caller has it, so it stays. */
  readonly streamed: readonly JsonObject[];
}

/** Somebody who waits for news of a task. */
export interface Follower {
  /** What reads are needed for; `undefined` for none but those that verify. */
  readonly role: ReadRole | undefined;
  /** A read showed the task, in order. */
  read(task: Task, received: number): void;
  ended(final: Final): void;
  /** What it has been told by a stream that an end, as reads show it, lacks. */
  streamed?(end: Task | undefined): readonly JsonObject[];
  /** It won't end by what was asked: the agent has lost it, or a cancel has come to nothing. */
  adrift(why: 'lost' | 'running', task: Task | undefined): void;
  /** A cancel that was under way has come to nothing. */
  released?(): void;
  /** The gateway is being stopped. */
  closing(): void;
}
