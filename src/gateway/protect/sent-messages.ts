import { hash } from 'node:crypto';
import { asObject } from '../../protocol/json.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import type { WrittenAnswer } from '../front/error-answer.ts';
import type { Visit } from '../visit.ts';

/** A message that went out, and what came of it. */
export interface SentMessage {
  readonly key: string;
  readonly digest: string;
  readonly at: number;
  /** The answer that its caller got; `undefined` while there is none, and where it was too much to be kept. */
  answer: WrittenAnswer | undefined;
  answered: boolean;
  /** The task that it belongs to, once that is known. */
  taskId: string | undefined;
  /** Told once when it was answered. */
  readonly waiting: (() => void)[];
}

const KEPT_MS = 600_000;
const MOST_MESSAGES = 50_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
/** In UTF-16 code units. */
const MOST_ID = 512;

/**
 * The messages that were sent to one peer in the last ten minutes. One that comes again, from the same caller with the
 * same id and content, is not sent again: it gets the answer of the first.
 */
export class SentMessages {
  readonly #messages = new Map<string, SentMessage>();
  /** Those of which the answer is kept, and what that takes. */
  readonly #answers = new Map<SentMessage, number>();
  #bytes = 0;

  /** The first one, if this one is sent again; else remembers this one. */
  take(
    visit: Visit,
    read: ReadRequest,
    now: number,
  ): { readonly message: SentMessage; readonly again: boolean } | undefined {
    const { messageId, taskId = '' } = read.facts;
    if (!messageId) return undefined;
    const names = [visit.principal, visit.call.tenant, read.call.operation, taskId, messageId].join('\n');
    const key = names.length <= MOST_ID ? names : printOf(names);
    const digest = digestOf(visit, read);
    const known = this.#messages.get(key);
    if (known?.digest === digest && now - known.at < KEPT_MS) return { message: known, again: true };
    this.#forget(key);
    const message: SentMessage = {
      key,
      digest,
      at: now,
      answer: undefined,
      answered: false,
      taskId: undefined,
      waiting: [],
    };
    this.#messages.set(key, message);
    if (taskId !== '') this.ledTo(message, taskId);
    this.#prune(now);
    return { message, again: false };
  }

  /** It was answered. */
  answered(message: SentMessage, answer: WrittenAnswer): void {
    if (message.answered) return;
    message.answered = true;
    if (this.#messages.get(message.key) === message) this.#keep(message, answer);
    for (const tell of message.waiting.splice(0)) tell();
  }

  /** It is known by now to which task it has led. Where the id is of no reasonable length, it is as if it had none. */
  ledTo(message: SentMessage, taskId: string): void {
    if (taskId.length <= MOST_ID) message.taskId ??= taskId;
  }

  /** It is known not to have been taken in, so it may be sent again. */
  forget(message: SentMessage): void {
    if (this.#messages.get(message.key) === message) this.#forget(message.key);
  }

  /** Where there are too many answers, it is better to know no more than that a message was sent. */
  #keep(message: SentMessage, answer: WrittenAnswer): void {
    const bytes = answer.headers.reduce((sum, text) => sum + text.length, answer.body.length);
    if (bytes > MOST_ANSWER_BYTES) return;
    message.answer = answer;
    this.#answers.set(message, bytes);
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(message: SentMessage): void {
    this.#bytes -= this.#answers.get(message) ?? 0;
    this.#answers.delete(message);
    message.answer = undefined;
  }

  #forget(key: string): void {
    const message = this.#messages.get(key);
    if (message !== undefined) this.#drop(message);
    this.#messages.delete(key);
  }

  #prune(now: number): void {
    for (const [key, { at }] of this.#messages) {
      if (this.#messages.size <= MOST_MESSAGES && now - at < KEPT_MS) return;
      this.#forget(key);
    }
  }
}

/** What of a request is the message; the id of the JSON-RPC call is not. */
function digestOf({ call, body }: Visit, { binding }: ReadRequest): string {
  const params = binding === 'JSONRPC' ? asObject(call.json?.['params']) : undefined;
  return printOf(params === undefined ? body : JSON.stringify(params));
}

/** Of the same short length, whatever it is made of: ids and contents may be as long as a body. */
function printOf(content: string | Buffer): string {
  return hash('sha256', content, 'base64url');
}
