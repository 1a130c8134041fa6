import type { ReadRequest } from '../../protocol/read/request.ts';
import type { WrittenAnswer } from '../front/error-answer.ts';

/** A message that went out, and what came of it. */
export interface SentMessage {
  readonly mark: string;
  /** How it was sent, which is how its answer is written. */
  readonly sentBy: Pick<ReadRequest, 'dialect' | 'binding'> & { readonly operation: ReadRequest['call']['operation'] };
  readonly at: number;
  /** The answer that its caller got; `undefined` while there is none, and where it was too much to be kept. */
  answer: WrittenAnswer | undefined;
  /** Whether the call is over, by an answer or without one: nothing more will come by it. */
  over: boolean;
  /** It is known not to have been taken in. */
  untouched: boolean;
  /** The task that it belongs to, once that is known. */
  taskId: string | undefined;
  /** Told once when it is over, or when its task is known: whatever comes first. */
  readonly waiting: (() => void)[];
}

const KEPT_MS = 600_000;
const MOST_MESSAGES = 50_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
/** Of the id of a task, in UTF-16 code units. */
const MOST_ID = 512;

/**
 * The messages that were sent to one peer in the last ten minutes. One that comes again, from the same caller with the
 * same id and content, is not sent again, by whichever operation it comes: it gets what came of the first.
 */
export class SentMessages {
  readonly #messages = new Map<string, SentMessage>();
  /** Those of which the answer is kept, and what that takes. */
  readonly #answers = new Map<SentMessage, number>();
  #bytes = 0;

  /** The first one, if this one is sent again; else remembers this one. */
  take(read: ReadRequest, now: number): { readonly message: SentMessage; readonly again: boolean } | undefined {
    const { messageMark: mark, taskId = '' } = read.facts;
    if (mark === undefined) return undefined;
    const known = this.#messages.get(mark);
    if (known !== undefined && now - known.at < KEPT_MS) return { message: known, again: true };
    this.#forget(mark);
    const { dialect, binding, call } = read;
    const message: SentMessage = {
      mark,
      sentBy: { dialect, binding, operation: call.operation },
      at: now,
      answer: undefined,
      over: false,
      untouched: false,
      taskId: undefined,
      waiting: [],
    };
    this.#messages.set(mark, message);
    if (taskId !== '') this.ledTo(message, taskId);
    this.#prune(now);
    return { message, again: false };
  }

  /** It was answered. */
  answered(message: SentMessage, answer: WrittenAnswer): void {
    if (message.over) return;
    if (this.#messages.get(message.mark) === message) this.#keep(message, answer);
    this.over(message);
  }

  /** Its call is over. */
  over(message: SentMessage): void {
    message.over = true;
    tellAll(message);
  }

  /** It is known by now to which task it has led. Where the id is of no reasonable length, it is as if it had none. */
  ledTo(message: SentMessage, taskId: string): void {
    if (taskId.length > MOST_ID || message.taskId !== undefined) return;
    message.taskId = taskId;
    tellAll(message);
  }

  /** It goes out by another call, after one that is known not to have been taken in. */
  goesOut(message: SentMessage): void {
    message.untouched = false;
    if (!this.#messages.has(message.mark)) this.#messages.set(message.mark, message);
  }

  /** It is known not to have been taken in, so it may be sent again. */
  forget(message: SentMessage): void {
    message.untouched = true;
    if (this.#messages.get(message.mark) === message) this.#forget(message.mark);
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

  #forget(mark: string): void {
    const message = this.#messages.get(mark);
    if (message !== undefined) this.#drop(message);
    this.#messages.delete(mark);
  }

  #prune(now: number): void {
    for (const [mark, { at }] of this.#messages) {
      if (this.#messages.size <= MOST_MESSAGES && now - at < KEPT_MS) return;
      this.#forget(mark);
    }
  }
}

function tellAll(message: SentMessage): void {
  for (const tell of message.waiting.splice(0)) tell();
}
