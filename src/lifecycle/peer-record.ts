import type { Task } from '../protocol/model.ts';
import type { RequestFacts } from '../protocol/observation.ts';
import type { TerminalState } from '../protocol/task-state.ts';

/** What is remembered over all tasks of one interface: bounded, the oldest is forgotten first. */
export interface PeerRecord {
  /** Whether it is of several callers: an agent may number the tasks of each alike. */
  readonly callers: 'one' | 'many';
  /** The task in which an artifact id was first told. Only ids that are meant to be unique in the world. */
  readonly artifactTasks: Map<string, string>;
  /** The task that a message of ours led to, by {@link messageKey}. */
  readonly messageTasks: Map<string, string>;
  /** The tasks that were given out in answer to messages which named none, by their ids. */
  readonly givenOut: Map<string, GivenTask>;
  /** What the pages that led to a page of a list showed as their last tasks, its neighbour's at the end, by {@link pageKey}. */
  readonly pages: Map<string, readonly string[]>;
}

/** A task that was given out in answer to a message which named none. */
export interface GivenTask {
  /** The id of that message. */
  readonly messageId: string;
  /** The first end that was told of it since. */
  end: GivenEnd | undefined;
}

export interface GivenEnd {
  readonly state: TerminalState;
  /** When it was received, on the clock of the observations. */
  readonly received: number;
  /** By which its content is known again; `undefined` if what told it shows none. */
  readonly content: number | undefined;
}

const MOST = 4_096;
/** Of a key and its value, in UTF-16 code units; what is longer is not remembered. */
const MOST_LENGTH = 1_024;

/** A record of a peer of which nothing has been seen yet. */
export function newPeerRecord(callers: PeerRecord['callers'] = 'one'): PeerRecord {
  return { callers, artifactTasks: new Map(), messageTasks: new Map(), givenOut: new Map(), pages: new Map() };
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
  forgetOldest(known, MOST);
}

/** Remembers to which message a task was given out first. */
export function rememberGiven(known: PeerRecord['givenOut'], taskId: string, messageId: string): void {
  if (known.has(taskId) || taskId.length + messageId.length > MOST_LENGTH) return;
  known.set(taskId, { messageId, end: undefined });
  forgetOldest(known, MOST);
}

/** Whether an id looks as if it were made never to be made again: a UUID, a ULID, or 20 characters of that kind. */
export function looksUnique(id: string): boolean {
  return id.length >= 20 && /^[0-9A-Za-z_-]+$/.test(id) && /[0-9]/.test(id) && /[A-Za-z]/.test(id);
}

/** By what a page is known again: the token that leads to it, and what else was asked for. `undefined` for a first page. */
export function pageKey({ identity, contextId, state, updatedAfter }: RequestFacts, token: string | undefined) {
  return token ? [token, identity, contextId, state, updatedAfter].join('\n') : undefined;
}

/** By what a task is known to have stayed where it was in a list, which is sorted by these times. */
export function placeInList({ id, timestamp = '' }: Task): string {
  return `${timestamp}\n${id}`;
}

const MOST_PAGES = 256;

/** Remembers what led to a page: of one that several lead to, the newest. */
export function rememberPage(pages: PeerRecord['pages'], key: string, shown: readonly string[]): void {
  let length = key.length;
  const kept = shown.toReversed().filter((place) => {
    length += place.length;
    return length <= MOST_LENGTH;
  });
  if (kept.length === 0) return;
  pages.delete(key);
  pages.set(key, kept.reverse());
  forgetOldest(pages, MOST_PAGES);
}

function forgetOldest(known: Map<string, unknown>, most: number): void {
  if (known.size <= most) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}
