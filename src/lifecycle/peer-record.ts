import type { RequestFacts } from '../protocol/observation.ts';

/** What is remembered over all tasks of one interface: bounded, the oldest is forgotten first. */
export interface PeerRecord {
  /** The task in which an artifact id was first told. Only ids that are meant to be unique in the world. */
  readonly artifactTasks: Map<string, string>;
  /** The task that a message of ours led to, by {@link messageKey}. */
  readonly messageTasks: Map<string, string>;
}

const MOST = 4_096;
/** Of a key and its value, in UTF-16 code units; what is longer is not remembered. */
const MOST_LENGTH = 1_024;

/** A record of a peer of which nothing has been seen yet. */
export function newPeerRecord(): PeerRecord {
  return { artifactTasks: new Map(), messageTasks: new Map() };
}

/** By what a message is known again: others may use its id, and so may another content. `undefined` without an id. */
export function messageKey({ messageId, messageMark, identity }: RequestFacts): string | undefined {
  if (messageId === undefined || (messageMark === undefined && identity === undefined)) return messageId;
  return [messageId, messageMark ?? '', identity ?? ''].join('\n');
}

/** Remembers the first value told for a key, and forgets the oldest key where there are too many. */
export function rememberFirst(known: Map<string, string>, key: string, value: string): void {
  if (known.has(key) || key.length + value.length > MOST_LENGTH) return;
  known.set(key, value);
  if (known.size <= MOST) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}

/** Whether an id looks as if it were made never to be made again: a UUID, a ULID, or 20 characters of that kind. */
export function looksUnique(id: string): boolean {
  return id.length >= 20 && /^[0-9A-Za-z_-]+$/.test(id) && /[0-9]/.test(id) && /[A-Za-z]/.test(id);
}
