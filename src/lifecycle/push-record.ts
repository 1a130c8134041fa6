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
  /** The id that was asked for, and the one that the peer told. */
  readonly askedId: string | undefined;
  id: string | undefined;
  next: ConfigRecord | undefined;
  readonly asked: Moment;
  /** Registered inside a send. */
  readonly inline: boolean;
  /** When the peer took it; when its deletion was asked, and when the peer said that it is gone. */
  taken: Moment | undefined;
  deleteAsked: Moment | undefined;
  deleted: Moment | undefined;
  /** What came by it. */
  posts: number;
  state: TaskState | undefined;
  stamp: Stamp | undefined;
  print: number;
}
