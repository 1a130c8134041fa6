import type { ServerResponse } from 'node:http';
import { asChunk } from './chunk.ts';
import type { WrittenAnswer } from './error-answer.ts';
import { TRAIT, traitsOf } from './header-traits.ts';

/** Beyond this many bytes, copying them into one piece costs more than writing three. */
const MOST_COPIED = 2_048;

/** The caller's side of one request: what is written to it, at its own pace. */
export class Caller {
  /** Whether the head of an answer has been written. */
  begun = false;
  /** Whether the caller has gone, or was sent away, before its answer was whole. */
  left = false;
  /** The extension of the gateway's own that was asked for, and the header that names it. */
  activated: { readonly header: string; readonly uri: string } | undefined;
  /** Makes of the headers of an answer what may be told; or another answer, where none of it may. */
  headersFor: ((status: number, headers: readonly string[]) => readonly string[] | WrittenAnswer) | undefined;
  #ended = false;
  #expired = false;
  #tellAnswer: ((answer: WrittenAnswer) => void) | undefined;
  #full = false;
  #slow: NodeJS.Timeout | undefined;
  readonly #response: ServerResponse;
  readonly #slowMs: number;
  #left: (() => void)[] | undefined;
  #closed: (() => void)[] | undefined;
  #ready: (() => void)[] | undefined;

  constructor(response: ServerResponse, slowMs: number) {
    this.#response = response;
    this.#slowMs = slowMs;
    response.on('close', () => {
      clearTimeout(this.#slow);
      this.left = this.#expired || !response.writableFinished;
      if (this.left) for (const tell of this.#left ?? []) tell();
      for (const tell of this.#closed ?? []) tell();
    });
  }

  /** Whether nothing more can be said: it was answered whole, or has gone. */
  get over(): boolean {
    return this.#ended || this.#response.destroyed;
  }

  /** Told once if the caller goes before its answer is whole. */
  onLeave(tell: () => void): void {
    this.#left ??= [];
    this.#left.push(tell);
  }

  /** Told once when the request is over, however it ended. */
  onClose(tell: () => void): void {
    this.#closed ??= [];
    this.#closed.push(tell);
  }

  /** Told the answer, where it is given whole; also if the caller has gone by then. */
  onAnswer(tell: (answer: WrittenAnswer) => void): void {
    this.#tellAnswer = tell;
  }

  /** Writes a whole answer. */
  answer(answer: WrittenAnswer): void {
    this.#tellAnswer?.(answer);
    this.#tellAnswer = undefined;
    if (this.over || this.begun) return;
    const headers = this.headersFor?.(answer.status, answer.headers) ?? answer.headers;
    const { status, body } = 'body' in headers ? headers : answer;
    this.#writeHead(status, 'body' in headers ? headers.headers : headers);
    this.#ended = true;
    this.#response.end(body);
  }

  /** Writes the head of an answer whose body follows. */
  begin(status: number, headers: readonly string[], flush = false): void {
    if (this.over || this.begun) return;
    const led = this.headersFor?.(status, headers) ?? headers;
    if ('body' in led) return this.answer(led);
    this.#writeHead(status, led);
    if (flush) this.#response.flushHeaders();
  }

  /** Writes a piece of the body. Returns whether more may follow at once; if not, `whenReady` tells when. */
  write(chunk: Buffer | string): boolean {
    if (this.over) return true;
    if (this.#send(chunk)) return true;
    this.#hold();
    return false;
  }

  /** Told once when the caller has taken what was written. */
  whenReady(tell: () => void): void {
    this.#ready ??= [];
    this.#ready.push(tell);
  }

  /** Gathers what is written until `uncork`, so that it leaves in one piece. */
  cork(): void {
    this.#response.cork();
  }

  uncork(): void {
    this.#response.uncork();
  }

  end(): void {
    if (this.over) return;
    this.#ended = true;
    this.#response.end();
  }

  /** Breaks the answer off where it stands, so that nobody takes it for whole. */
  breakOff(): void {
    this.#ended = true;
    this.#response.destroy();
  }

  /** Its time is over: it is told so, by an answer or by the last event of its stream, and counts as gone. */
  expire(answer: WrittenAnswer, lastEvent: string): void {
    if (this.over) return;
    this.#expired = true;
    if (!this.begun) return this.answer(answer);
    this.#ended = true;
    // What came last may have been half an event.
    this.#response.end(`\n\n${lastEvent}`);
  }

  #send(piece: Buffer | string): boolean {
    const response = this.#response;
    // What is gathered until it is uncorked is not sent yet, and nothing may go before it.
    const sentApart = response.chunkedEncoding && response.writableCorked === 0;
    if (typeof piece === 'string' || piece.length > MOST_COPIED || piece.length === 0 || !sentApart) {
      return response.write(piece);
    }
    // A chunk that Node.js makes is three writes.
    response.chunkedEncoding = false;
    const more = response.write(asChunk(piece));
    response.chunkedEncoding = true;
    return more;
  }

  #writeHead(status: number, headers: readonly string[]): void {
    this.begun = true;
    for (let at = 0; at < headers.length; at += 2) {
      if ((traitsOf(headers[at] ?? '') & TRAIT.date) !== 0) this.#response.sendDate = false;
    }
    this.#response.writeHead(status, this.#withActivated(headers));
  }

  /** What was activated is said in the answer, beside what the agent says of itself. */
  #withActivated(headers: readonly string[]): string[] {
    if (this.activated === undefined) return headers as string[];
    const { header, uri } = this.activated;
    const named = [...headers];
    for (let at = 0; at < named.length; at += 2) {
      if (named[at]?.toLowerCase() !== header) continue;
      named[at + 1] = `${named[at + 1]}, ${uri}`;
      return named;
    }
    return [...named, header === 'a2a-extensions' ? 'A2A-Extensions' : 'X-A2A-Extensions', uri];
  }

  #hold(): void {
    if (this.#full) return;
    this.#full = true;
    if (this.#slowMs > 0) this.#slow = setTimeout(() => this.#response.destroy(), this.#slowMs);
    this.#response.once('drain', () => {
      this.#full = false;
      clearTimeout(this.#slow);
      const ready = this.#ready ?? [];
      this.#ready = undefined;
      for (const tell of ready) tell();
    });
  }
}
