import type { Claim } from '../../lifecycle/finding.ts';
import type { PeerFacts } from '../../lifecycle/peer-facts.ts';
import { newTaskRecord, type TaskRecord } from '../../lifecycle/record.ts';
import type { InterfaceKey } from '../../trust/trust-view.ts';
import type { TaskGuard } from '../protect/task-guard.ts';

/** A task as one caller sees it. */
export interface TaskEntry {
  readonly record: TaskRecord;
  /** The interface that it was first seen on. */
  readonly at: InterfaceKey;
  readonly owner: string;
  /** Who acts for it; only where it is protected. */
  guard: TaskGuard | undefined;
  /** The claims that it rests on, and the message that it began with, where that is known. */
  rests: { readonly reliesOn: readonly Claim[]; readonly messageId: string | undefined } | undefined;
  /** How long the longest answer or event is that has told of it as a whole. It counts while it is in a book. */
  bytes: number;
  booked: boolean;
}

/** What is known of a task that was not seen before. */
export function newEntry(facts: PeerFacts, at: InterfaceKey, owner: string): TaskEntry {
  return { record: newTaskRecord(facts), at, owner, guard: undefined, rests: undefined, bytes: 0, booked: false };
}

/** The tasks of one peer, by owner and id. Where they are too many, or too large, those not asked for the longest are forgotten. */
export class TaskBook {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #entries = new Map<string, TaskEntry>();
  #bytes = 0;
  /** The one asked for last. */
  #newest: TaskEntry | undefined;

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  find(owner: string, taskId: string): TaskEntry | undefined {
    const key = `${owner}\n${taskId}`;
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = entry;
    }
    return entry;
  }

  add(entry: TaskEntry, taskId: string): void {
    this.#entries.set(`${entry.owner}\n${taskId}`, entry);
    this.#newest = entry;
    entry.booked = true;
    this.#bytes += entry.bytes;
    this.#prune(entry);
  }

  /** Adds a task that is not remembered, or not any more, while it is acted for. */
  remember(entry: TaskEntry, taskId: string): void {
    if (!entry.booked && this.find(entry.owner, taskId) === undefined) this.add(entry, taskId);
  }

  /** An answer, or an event, of this length has told of a task. */
  weigh(entry: TaskEntry, bytes: number): void {
    if (bytes <= entry.bytes) return;
    if (entry.booked) this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    this.#prune(entry);
  }

  /** Ends all that is done for tasks. */
  close(): void {
    for (const { guard } of this.#entries.values()) guard?.close();
    this.#entries.clear();
    this.#newest = undefined;
  }

  /** @param besides which is about to be acted for */
  #prune(besides: TaskEntry): void {
    if (!this.#tooMuch) return;
    for (const [key, entry] of this.#entries) {
      // What is acted for is not forgotten; it lives for a while only.
      if (entry === besides || entry.guard?.busy === true) continue;
      this.#entries.delete(key);
      if (entry === this.#newest) this.#newest = undefined;
      entry.booked = false;
      this.#bytes -= entry.bytes;
      entry.guard?.forget();
      if (!this.#tooMuch) return;
    }
  }

  get #tooMuch(): boolean {
    return this.#entries.size > this.#most || this.#bytes > this.#mostBytes;
  }
}
