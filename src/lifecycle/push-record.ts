import type { TaskState } from '../protocol/task-state.ts';
import type { Moment, Stamp } from './situation.ts';

/** The web-hooks registered for a task, and what was delivered to them. */
export interface PushRecord {
  configs: ConfigRecord | undefined;
}

/** One registration. */
export interface ConfigRecord {
  /** The URL that was registered, which is what a delivery is known by. */
  readonly url: string | undefined;
  /** As the peer told it. */
  id: string | undefined;
  next: ConfigRecord | undefined;
  readonly asked: Moment;
  /** Registered inside a send. */
  readonly inline: boolean;
  /** When the peer took it, and when the peer said that it is gone. */
  taken: Moment | undefined;
  deleted: Moment | undefined;
  /** Answers in a row that lack it. */
  missing: number;
  /** What came by it. */
  posts: number;
  state: TaskState | undefined;
  stamp: Stamp | undefined;
  print: number;
  /** Posts that came after it was deleted. */
  late: number;
}
