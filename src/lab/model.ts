/**
 * What an A2A agent and its caller say to each other, free of dialect and binding. Wire modules read it from
 * bytes and write it to bytes; the agent and every deviation act on it alone.
 */

/** A JSON object as parsed; what it holds is unknown until read. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * Marks a value that was read from somebody's JSON. A value that is still the one that was read is written back
 * byte for byte; a changed copy (made by spreading, which carries the mark along) keeps the fields nobody knew.
 */
export const origin: unique symbol = Symbol('origin');

/** In which way objects are written. Bindings of one dialect may share one, and may not. */
export type Format = '0.3' | '0.3 proto' | '1.0';

/** The JSON that a value was read from, and the very value that was read. */
export interface Origin {
  readonly format: Format;
  readonly json: JsonObject;
  of?: object;
}

/** A value that may have been read from JSON. */
export interface Read {
  readonly [origin]?: Origin | undefined;
}

const endedStates = ['completed', 'failed', 'canceled', 'rejected'] as const;
const waitingStates = ['input-required', 'auth-required'] as const;
export const states = ['submitted', 'working', ...waitingStates, ...endedStates, 'unknown'] as const;

export type State = (typeof states)[number];

/** Whether no state may follow. */
export function isEnded(state: State): boolean {
  return (endedStates as readonly State[]).includes(state);
}

/** Whether the agent waits for its caller. */
export function isWaiting(state: State): boolean {
  return (waitingStates as readonly State[]).includes(state);
}

/** One piece of content: exactly one of `text`, `raw` (base64), `url` and `data`. */
export interface Part extends Read {
  readonly text?: string | undefined;
  readonly raw?: string | undefined;
  readonly url?: string | undefined;
  readonly data?: unknown;
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
  readonly metadata?: JsonObject | undefined;
}

export interface Message extends Read {
  readonly messageId: string;
  readonly role: 'user' | 'agent';
  readonly parts: readonly Part[];
  readonly taskId?: string | undefined;
  readonly contextId?: string | undefined;
  readonly metadata?: JsonObject | undefined;
}

export interface Artifact extends Read {
  readonly artifactId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly parts: readonly Part[];
  readonly metadata?: JsonObject | undefined;
}

export interface Status extends Read {
  readonly state: State;
  readonly message?: Message | undefined;
  /** ISO 8601, UTC. */
  readonly timestamp?: string | undefined;
}

export interface Task extends Read {
  readonly id: string;
  readonly contextId: string;
  readonly status: Status;
  readonly artifacts?: readonly Artifact[] | undefined;
  readonly history?: readonly Message[] | undefined;
  readonly metadata?: JsonObject | undefined;
}

export interface StatusEvent extends Read {
  readonly kind: 'status';
  readonly taskId: string;
  readonly contextId: string;
  readonly status: Status;
  /** The flag of the 0.x dialects on the last event of a stream; 1.0 has none. */
  readonly final: boolean;
  readonly metadata?: JsonObject | undefined;
}

export interface ArtifactEvent extends Read {
  readonly kind: 'artifact';
  readonly taskId: string;
  readonly contextId: string;
  readonly artifact: Artifact;
  readonly append: boolean;
  readonly lastChunk: boolean;
  readonly metadata?: JsonObject | undefined;
}

export interface TaskEvent extends Read {
  readonly kind: 'task';
  readonly task: Task;
}

export interface MessageEvent extends Read {
  readonly kind: 'message';
  readonly message: Message;
}

/** Something else that another agent sent on a stream; passed on as it came. */
export interface OtherEvent {
  readonly kind: 'other';
  readonly json: JsonObject;
}

/** One event of a stream. */
export type StreamEvent = TaskEvent | MessageEvent | StatusEvent | ArtifactEvent | OtherEvent;

/** Where and how a caller wants to be told about a task. */
export interface PushConfig extends Read {
  readonly id: string;
  readonly taskId: string;
  readonly url: string;
  readonly token?: string | undefined;
  readonly scheme?: string | undefined;
  readonly credentials?: string | undefined;
}

/** A page of tasks, newest first. */
export interface TaskPage extends Read {
  readonly tasks: readonly Task[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}
