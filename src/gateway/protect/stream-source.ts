import type { Codec } from '../../protocol/codec.ts';
import { isEventStream } from '../../protocol/codec.ts';
import type { CloseSeen, Observation, Observe, Vantage } from '../../protocol/observation.ts';
import { SseLimitError } from '../../protocol/sse/limit-error.ts';
import type { Desk } from '../sight/desk.ts';
import type { AgentCall, AgentFailure, AnswerHead, AnswerReceiver } from '../upstream/agent-call.ts';
import { type FrameFate, FrameGate } from './frame-gate.ts';
import { mendedFrame } from './mended-frame.ts';

/** Where what a stream of the agent's brings goes. */
export interface StreamSink {
  /** The agent has opened an event stream. */
  opened(head: AnswerHead): void;
  /** Something was seen; what is to become of the event that told it. */
  offer(seen: Observation, source: StreamSource): FrameFate;
  /** The stream has brought its first event. */
  works(): void;
  pass(bytes: Buffer, source: StreamSource): void;
  hold(bytes: Buffer, source: StreamSource): void;
  /** The stream has ended. */
  over(by: CloseSeen['by'], source: StreamSource): void;
  /** There is no stream: the call was answered otherwise, or not at all. */
  answered(head: AnswerHead, body: Buffer, source: StreamSource): void;
  failed(failure: AgentFailure, source: StreamSource): void;
}

const WORST: Readonly<Record<FrameFate, number>> = { pass: 0, hold: 1, drop: 2 };

/** One stream of the agent's, judged event by event. */
export class StreamSource implements AnswerReceiver {
  readonly vantage: Vantage;
  /** Events that told something of a task. */
  events = 0;
  /** The payload of the event that is being judged. */
  data = '';
  call: AgentCall | undefined;
  readonly #desk: Desk;
  readonly #codec: Codec;
  readonly #see: Observe;
  readonly #sink: StreamSink;
  #gate: FrameGate | undefined;
  #received = 0;
  #fate: FrameFate = 'pass';
  /** Something stands before the JSON of the event that is being judged. */
  #unclean = false;

  constructor(desk: Desk, codec: Codec, vantage: Vantage, see: Observe, sink: StreamSink) {
    this.#desk = desk;
    this.#codec = codec;
    this.vantage = vantage;
    this.#see = see;
    this.#sink = sink;
  }

  get open(): boolean {
    return this.#gate !== undefined && this.call?.over === false;
  }

  head(head: AnswerHead): 'whole' | 'pieces' {
    const coding = head.headers['content-encoding'];
    if (!isEventStream(head.status, head.headers) || (coding !== undefined && coding !== 'identity')) return 'whole';
    this.#gate = new FrameGate(this.#desk.limits.maxFrameBytes, {
      judge: (frame) => this.#judge(frame.data, frame.invalidUtf8 === true),
      pass: (bytes) => this.#sink.pass(bytes, this),
      hold: (bytes) => this.#sink.hold(this.#unclean ? mendedFrame(bytes) : bytes, this),
    });
    this.#sink.opened(head);
    this.#see({ kind: 'open', vantage: this.vantage, received: this.#desk.clock() });
    return 'pieces';
  }

  piece(chunk: Buffer): void {
    this.#received = this.#desk.clock();
    try {
      this.#gate?.push(chunk);
    } catch (error) {
      if (!(error instanceof SseLimitError)) throw error;
      this.#tell({
        kind: 'defect',
        defect: 'frame-size',
        detail: error.message,
        vantage: this.vantage,
        received: this.#received,
      });
      this.call?.abandon();
      this.#close('broken', 'caller');
    }
  }

  end(head: AnswerHead, body: Buffer): void {
    this.#received = this.#desk.clock();
    if (this.#gate === undefined) return this.#sink.answered(head, body, this);
    this.#gate.end();
    this.#close('peer');
  }

  failed(failure: AgentFailure): void {
    if (this.#gate === undefined) return this.#sink.failed(failure, this);
    this.#close('broken');
  }

  /** Ends it from this side. */
  leave(): void {
    if (this.call === undefined || this.call.over) return;
    this.call.abandon();
    if (this.#gate === undefined) {
      const vantage: Vantage = { ...this.vantage, channel: 'answer' };
      const message = 'The stream was left before the agent had answered.';
      this.#see({
        kind: 'failure',
        reason: 'aborted',
        message,
        sent: this.call.sent,
        vantage,
        received: this.#desk.clock(),
      });
    } else this.#see({ kind: 'close', by: 'caller', vantage: this.vantage, received: this.#desk.clock() });
  }

  /** @param seen how it is judged: a limit of ours is no fault of the agent's */
  #close(by: 'peer' | 'broken', seen: CloseSeen['by'] = by): void {
    this.#see({ kind: 'close', by: seen, vantage: this.vantage, received: this.#desk.clock() });
    this.#sink.over(by, this);
  }

  #judge(data: string, invalid: boolean): FrameFate | 'mend' {
    this.#fate = 'pass';
    this.#unclean = false;
    this.data = data;
    const { vantage } = this;
    const received = this.#received;
    if (invalid) this.#tell({ kind: 'defect', defect: 'encoding', detail: 'a frame is not UTF-8', vantage, received });
    this.#codec.decodeFrame(vantage, data, received, this.#tell);
    return this.#fate === 'pass' && this.#unclean ? 'mend' : this.#fate;
  }

  readonly #tell: Observe = (seen) => {
    if (seen.kind !== 'defect' && seen.kind !== 'error' && ++this.events === 1) this.#sink.works();
    if (seen.kind === 'defect' && seen.defect === 'control-character') this.#unclean = true;
    this.#see(seen);
    const fate = this.#sink.offer(seen, this);
    if (WORST[fate] > WORST[this.#fate]) this.#fate = fate;
  };
}
