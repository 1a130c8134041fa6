import type { JsonObject } from './json.ts';
import type { TaskState } from './task-state.ts';

/**
 * The canonical model: A2A 1.0's own objects and names (§4.1), with task states and roles in their short spelling.
 * Parts and artifacts of older dialects are built anew; those of 1.0 are the wire's own objects where these are sound.
 * Every object keeps what it was read from, or is it, so unknown members survive.
 */

/** One piece of content (§4.1.6): exactly one of `text`, `raw`, `url` and `data` is present on a well-formed part. */
export interface Part {
  readonly text?: string;
  /** Bytes, base64. */
  readonly raw?: string;
  readonly url?: string;
  /** Any JSON value; `undefined` means that the part holds no data. */
  readonly data?: unknown;
  readonly mediaType?: string;
  readonly filename?: string;
  readonly metadata?: JsonObject;
}

/** A message (§4.1.4). */
export interface Message {
  readonly messageId?: string;
  readonly role?: 'user' | 'agent';
  readonly taskId?: string;
  readonly contextId?: string;
  readonly parts: readonly Part[];
  readonly metadata?: JsonObject;
  /** The URIs of the extensions that had a hand in it. */
  readonly extensions?: readonly string[];
  /** The message as it came, with every member that nobody here knows. Absent on one that was not read off the wire. */
  readonly raw?: JsonObject;
}

/** A result (§4.1.7). */
export interface Artifact {
  readonly artifactId: string;
  readonly name?: string;
  readonly description?: string;
  readonly parts: readonly Part[];
  readonly metadata?: JsonObject;
  readonly extensions?: readonly string[];
}

/** A snapshot of a task (§4.1.1). `raw` is the object as it came, with every member that nobody here knows. */
export interface Task {
  readonly id: string;
  readonly contextId: string | undefined;
  readonly state: TaskState;
  readonly timestamp: string | undefined;
  readonly statusMessage: Message | undefined;
  /** `undefined` where the snapshot carries no such member, which differs from an empty list. */
  readonly artifacts: readonly Artifact[] | undefined;
  readonly history: readonly Message[] | undefined;
  readonly raw: JsonObject;
}
