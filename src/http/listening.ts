import { type Codec, isEventStream } from '../protocol/codec.ts';
import type { CloseSeen, Observe, Vantage } from '../protocol/observation.ts';
import { SseLimitError } from '../protocol/sse/limit-error.ts';
import { createSseReader } from '../protocol/sse/reader.ts';
import type { Clock } from './clock.ts';
import { failureOf } from './failure.ts';
import type { HttpStream } from './http-message.ts';

/** The life of one streaming call, from its request to its end. */
export class Listening {
  readonly vantage: Vantage;
  readonly #codec: Codec;
  readonly #observe: Observe;
  readonly #clock: Clock;
  readonly #maxFrameBytes: number | undefined;
  readonly #abort = new AbortController();
  #stream: HttpStream | undefined;
  #over = false;

  constructor(vantage: Vantage, codec: Codec, observe: Observe, clock: Clock, maxFrameBytes: number | undefined) {
    this.vantage = vantage;
    this.#codec = codec;
    this.#observe = observe;
    this.#clock = clock;
    this.#maxFrameBytes = maxFrameBytes;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  begin(stream: HttpStream): void {
    if (this.#over) return stream.close();
    this.#stream = stream;
    if (isEventStream(stream.status, stream.headers)) return this.#readFrames(stream);
    const answered: Vantage = { ...this.vantage, channel: 'answer' };
    stream.collect().then(
      (answer) => {
        if (this.#over) return;
        this.#over = true;
        this.#codec.decodeAnswer(answered, answer, this.#observe);
      },
      (error: unknown) => this.fail(error),
    );
  }

  #readFrames(stream: HttpStream): void {
    const vantage = this.vantage;
    this.#observe({ kind: 'open', vantage, received: stream.received });
    let received = 0;
    const reader = createSseReader({
      ...(this.#maxFrameBytes === undefined ? {} : { maxFrameBytes: this.#maxFrameBytes }),
      onFrame: (frame) => {
        if (!this.#over) this.#codec.decodeFrame(vantage, frame.data, received, this.#observe);
      },
    });
    stream.read({
      onData: (chunk) => {
        received = this.#clock();
        reader.push(chunk);
      },
      onEnd: () => {
        received = this.#clock();
        const rest = reader.end();
        if (rest?.data !== undefined && !this.#over) {
          this.#codec.decodeFrame(vantage, rest.data, received, this.#observe);
        }
        this.#end('peer', received);
      },
      onError: (error) => {
        if (error.cause instanceof SseLimitError && !this.#over) {
          const detail = error.cause.message;
          this.#observe({ kind: 'defect', defect: 'frame-size', detail, vantage, received });
        }
        this.#end('broken', this.#clock());
      },
    });
  }

  fail(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#observe(failureOf(error, { ...this.vantage, channel: 'answer' }, this.#clock()));
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  close(): void {
    if (this.#over) return;
    this.#stream?.close();
    this.#end('caller', this.#clock());
    this.#abort.abort();
  }

  #end(by: CloseSeen['by'], received: number): void {
    if (this.#over) return;
    this.#over = true;
    this.#observe({ kind: 'close', by, vantage: this.vantage, received });
  }
}
