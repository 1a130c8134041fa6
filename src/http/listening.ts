import type { Codec, WireAnswer } from '../protocol/codec.ts';
import type { CloseSeen, Defect, Observe, Vantage } from '../protocol/observation.ts';
import { SseLimitError } from '../protocol/sse/limit-error.ts';
import { createSseReader } from '../protocol/sse/reader.ts';
import type { Clock } from './clock.ts';
import { failureOf } from './failure.ts';
import type { HttpStream } from './http-message.ts';
import { LEAST_LATE_MS, latenessMs, watchLateness } from './own-lateness.ts';

/** Why a call is ended from our side. One for all, since each that is made anew gets a stack trace that nobody reads. */
const LEFT = new Error('The stream was left.');

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
  #endWatch: (() => void) | undefined;
  /** Since when it was held back; how long that was, and until when what piled up meanwhile may be read. */
  #pausedAt: number | undefined;
  #heldMs = 0;
  #heldUntil = 0;

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

  /** The call was answered by an event stream. @param ended that of the exchange: what breaks behind it was broken here */
  begin(stream: HttpStream, ended: AbortSignal): void {
    if (this.#over) return stream.close();
    this.#stream = stream;
    this.#endWatch = watchLateness();
    const vantage = this.vantage;
    this.#observe({ kind: 'open', vantage, received: stream.received });
    let received = 0;
    let late = 0;
    const observe: Observe = (seen) => this.#observe(late === 0 ? seen : { ...seen, lateMs: Math.round(late) });
    const reader = createSseReader({
      ...(this.#maxFrameBytes === undefined ? {} : { maxFrameBytes: this.#maxFrameBytes }),
      onFrame: (frame) => {
        if (frame.invalidUtf8) this.#tell('encoding', 'a frame is not UTF-8', received);
        if (!this.#over) this.#codec.decodeFrame(vantage, frame.data, received, observe);
      },
    });
    stream.read({
      onData: (chunk) => {
        received = this.#clock();
        late = this.#latenessMs();
        reader.push(chunk);
      },
      onEnd: () => {
        received = this.#clock();
        const rest = reader.end();
        if (rest?.data !== undefined && !this.#over) {
          this.#tell('unfinished-frame', 'the last frame lacks its blank line', received);
          this.#codec.decodeFrame(vantage, rest.data, received, observe);
        }
        this.#end('peer', received);
      },
      onError: (error) => {
        // A limit of ours is no fault of the agent's.
        const limit = error.cause instanceof SseLimitError ? error.cause : undefined;
        if (limit !== undefined) this.#tell('frame-size', limit.message, received);
        this.#end(limit !== undefined || ended.aborted ? 'caller' : 'broken', this.#clock());
      },
    });
  }

  /** The call was answered by something else than a stream. */
  answer(answer: WireAnswer): void {
    if (this.#over) return;
    this.#over = true;
    this.#codec.decodeAnswer({ ...this.vantage, channel: 'answer' }, answer, this.#observe);
  }

  /** The call was not answered at all. */
  fail(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#observe(failureOf(error, { ...this.vantage, channel: 'answer' }, this.#clock()));
  }

  pause(): void {
    this.#pausedAt ??= performance.now();
    this.#stream?.pause();
  }

  resume(): void {
    if (this.#pausedAt !== undefined) {
      const now = performance.now();
      this.#heldMs = now - this.#pausedAt;
      this.#heldUntil = this.#heldMs < LEAST_LATE_MS ? 0 : now + this.#heldMs;
      this.#pausedAt = undefined;
    }
    this.#stream?.resume();
  }

  close(): void {
    if (this.#over) return;
    this.#stream?.close();
    this.#end('caller', this.#clock());
    this.#abort.abort(LEFT);
  }

  /** How much earlier than now what is read may have arrived. */
  #latenessMs(): number {
    const now = performance.now();
    return Math.max(latenessMs(now), now < this.#heldUntil ? this.#heldMs : 0);
  }

  #tell(defect: Defect, detail: string, received: number): void {
    if (!this.#over) this.#observe({ kind: 'defect', defect, detail, vantage: this.vantage, received });
  }

  #end(by: CloseSeen['by'], received: number): void {
    if (this.#over) return;
    this.#over = true;
    this.#endWatch?.();
    this.#observe({ kind: 'close', by, vantage: this.vantage, received });
  }
}
