import type { SseFrame } from '../../protocol/sse/frame.ts';
import { createSseReader, type SseReader } from '../../protocol/sse/reader.ts';
import { mendedFrame } from './mended-frame.ts';

/** What becomes of one event: it goes on, it does not, or somebody keeps its bytes. */
export type FrameFate = 'pass' | 'drop' | 'hold';

/** An event that goes on may have to be made readable first. */
type GateFate = FrameFate | 'mend';

export interface GateSides {
  /** Judges an event before any byte of it goes on. */
  judge(frame: SseFrame): GateFate;
  /** Bytes that may go on. */
  pass(bytes: Buffer): void;
  /** The bytes of an event that is held back. */
  hold(bytes: Buffer): void;
}

/**
 * Lets the bytes of an event stream go on as they came, each event once it has been judged. A chunk all of whose events
 * pass goes on as it is; of an event that has not come whole nothing goes on yet.
 */
export class FrameGate {
  readonly #sides: GateSides;
  readonly #reader: SseReader;
  /** The chunk that is being read, and where in the stream it begins. */
  #chunk: Buffer = NOTHING;
  #chunkStart = 0;
  /** What came before it and has not been judged. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  /** Up to where bytes have gone on, or were left out; and up to where all has been judged. */
  #from = 0;
  #judged = 0;

  /** @param maxFrameBytes of one event */
  constructor(maxFrameBytes: number, sides: GateSides) {
    this.#sides = sides;
    this.#reader = createSseReader({
      maxFrameBytes,
      onFrame: (frame) => this.#judge(frame),
      onFiller: ({ end }) => {
        this.#judged = end;
      },
    });
  }

  /** @throws SseLimitError when an event is too large */
  push(chunk: Buffer): void {
    this.#chunk = chunk;
    this.#reader.push(chunk);
    this.#letGo(this.#judged);
    const end = this.#chunkStart + chunk.length;
    if (this.#judged < end) {
      if (this.#judged >= this.#chunkStart) this.#keep(chunk.subarray(this.#judged - this.#chunkStart), true);
      else this.#keep(chunk, false);
    } else if (this.#keptBytes > 0) this.#keep(NOTHING, true);
    this.#chunkStart = end;
    this.#chunk = NOTHING;
  }

  /** The stream is over. An event that lacks no more than its blank line is judged all the same. */
  end(): void {
    const rest = this.#reader.end();
    const bytes = Buffer.concat(this.#kept, this.#keptBytes);
    this.#kept = [];
    this.#keptBytes = 0;
    if (rest?.data === undefined || rest.midLine) return;
    const fate = this.#sides.judge({ data: rest.data, start: rest.start, end: rest.end });
    if (fate === 'pass') this.#sides.pass(Buffer.concat([bytes, BLANK_LINE]));
    else if (fate === 'mend') this.#sides.pass(mendedFrame(Buffer.concat([bytes, BLANK_LINE])));
    else if (fate === 'hold') this.#sides.hold(Buffer.concat([bytes, BLANK_LINE]));
  }

  #judge(frame: SseFrame): void {
    const fate = this.#sides.judge(frame);
    if (fate !== 'pass') {
      this.#letGo(frame.start);
      if (fate === 'hold') this.#sides.hold(Buffer.from(this.#bytes(frame.start, frame.end)));
      else if (fate === 'mend') this.#sides.pass(mendedFrame(this.#bytes(frame.start, frame.end)));
      this.#from = frame.end;
    }
    this.#judged = frame.end;
  }

  #letGo(to: number): void {
    if (to <= this.#from) return;
    this.#sides.pass(this.#bytes(this.#from, to));
    this.#from = to;
  }

  #bytes(from: number, to: number): Buffer {
    const start = from - this.#chunkStart;
    if (start >= 0) return this.#chunk.subarray(start, to - this.#chunkStart);
    const keptFrom = this.#chunkStart - this.#keptBytes;
    const kept = this.#kept.length === 1 ? (this.#kept[0] as Buffer) : Buffer.concat(this.#kept, this.#keptBytes);
    const before = kept.subarray(from - keptFrom, to - keptFrom);
    return to <= this.#chunkStart ? before : Buffer.concat([before, this.#chunk.subarray(0, to - this.#chunkStart)]);
  }

  #keep(bytes: Buffer, instead: boolean): void {
    if (instead) {
      this.#kept = [];
      this.#keptBytes = 0;
    }
    if (bytes.length === 0) return;
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
  }
}

const NOTHING = Buffer.alloc(0);
const BLANK_LINE = Buffer.from('\n\n');
