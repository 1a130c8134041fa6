import { isStreaming } from '../../protocol/call.ts';
import { isEventStream, type WireAnswer } from '../../protocol/codec.ts';
import { SseLimitError } from '../../protocol/sse/limit-error.ts';
import { createSseReader, type SseReader } from '../../protocol/sse/reader.ts';
import { writeError } from '../front/error-answer.ts';
import { answerHeaders } from '../front/forward-headers.ts';
import { AgentCall, type AgentFailure, type AnswerHead, type AnswerReceiver } from '../upstream/agent-call.ts';
import { failureAnswer } from '../upstream/failure-answer.ts';
import { passOn } from '../upstream/pass-on.ts';
import type { Visit } from '../visit.ts';
import type { CallSight } from './call-sight.ts';
import type { Desk } from './desk.ts';

interface HeldAnswer {
  readonly head: AnswerHead;
  readonly chunks: Buffer[];
  size: number;
}

/** Passes a call on and its answer back, byte by byte, and looks at both. Whatever is wrong is told and nothing changed. */
export class WatchedCall implements AnswerReceiver {
  readonly #desk: Desk;
  readonly #visit: Visit;
  /** `undefined` for what is no call of A2A, or can't be looked into. */
  #sight: CallSight | undefined;
  readonly #call: AgentCall;
  #reader: SseReader | undefined;
  /** The answer so far, while it is held to be looked at whole. */
  #held: HeldAnswer | undefined;
  #received = 0;

  constructor(desk: Desk, visit: Visit, sight: CallSight | undefined) {
    this.#desk = desk;
    this.#visit = visit;
    this.#sight = sight;
    this.#call = new AgentCall(visit.place.origin, desk.limits.maxAnswerBytes, this);
  }

  start(): void {
    const { caller, call } = this.#visit;
    caller.onLeave(() => this.#left());
    passOn(this.#visit, call.read !== undefined && isStreaming(call.read.call.operation), this.#call);
  }

  head(head: AnswerHead): 'pieces' {
    const { status, headers } = head;
    const { caller, peer } = this.#visit;
    const coding = headers['content-encoding'];
    if (this.#sight !== undefined && coding !== undefined && coding !== 'identity') {
      this.#desk.report({
        kind: 'notice',
        peer: peer.name,
        says: 'An answer was compressed although that was ruled out; it passed unread.',
      });
      this.#sight = undefined;
    }
    if (this.#sight === undefined) caller.begin(status, answerHeaders(head.raw), true);
    else if (isStreaming(this.#sight.vantage.operation) && isEventStream(status, headers))
      this.#open(this.#sight, head);
    else this.#held = { head, chunks: [], size: 0 };
    return 'pieces';
  }

  piece(chunk: Buffer): void {
    this.#received = this.#desk.clock();
    const held = this.#held;
    if (held !== undefined) {
      held.size += chunk.length;
      held.chunks.push(chunk);
      if (held.size > this.#desk.limits.maxAnswerBytes) this.#letGo(held);
      return;
    }
    if (this.#reader !== undefined) this.#look(this.#reader, chunk);
    this.#pass(chunk);
  }

  end({ status, headers, raw }: AnswerHead): void {
    const { caller } = this.#visit;
    const sight = this.#sight;
    const received = this.#desk.clock();
    if (this.#held !== undefined) {
      const { chunks, size } = this.#held;
      const [only] = chunks;
      const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, size);
      caller.answer({ status, headers: answerHeaders(raw), body });
      const answer: WireAnswer = { status, headers, body, received };
      sight?.codec.decodeAnswer(sight.answerVantage, answer, sight.see);
      return;
    }
    this.#endReading(received);
    sight?.see({ kind: 'close', by: 'peer', vantage: sight.vantage, received });
    caller.end();
  }

  failed(failure: AgentFailure): void {
    const { caller, call } = this.#visit;
    const sight = this.#sight;
    const received = this.#desk.clock();
    if (sight !== undefined && this.#reader !== undefined) {
      sight.see({ kind: 'close', by: 'broken', vantage: sight.vantage, received });
    } else {
      sight?.see({ kind: 'failure', ...failure, vantage: sight.answerVantage, received });
    }
    if (caller.begun) caller.breakOff();
    else caller.answer(writeError(call.form, failureAnswer(failure)));
  }

  #open(sight: CallSight, { status, raw }: AnswerHead): void {
    this.#visit.caller.begin(status, answerHeaders(raw), true);
    sight.see({ kind: 'open', vantage: sight.vantage, received: this.#desk.clock() });
    this.#reader = createSseReader({
      maxFrameBytes: this.#desk.limits.maxFrameBytes,
      onFrame: (frame) => {
        const { vantage, see, codec } = sight;
        const received = this.#received;
        if (frame.invalidUtf8)
          see({ kind: 'defect', defect: 'encoding', detail: 'a frame is not UTF-8', vantage, received });
        codec.decodeFrame(vantage, frame.data, received, see);
      },
    });
  }

  #look(reader: SseReader, chunk: Buffer): void {
    try {
      reader.push(chunk);
    } catch (error) {
      if (!(error instanceof SseLimitError)) throw error;
      const { message: detail } = error;
      const sight = this.#sight;
      sight?.see({ kind: 'defect', defect: 'frame-size', detail, vantage: sight.vantage, received: this.#received });
      this.#reader = undefined;
      this.#sight = undefined;
    }
  }

  #endReading(received: number): void {
    const sight = this.#sight;
    const rest = this.#reader?.end();
    if (rest?.data === undefined || sight === undefined) return;
    const detail = 'the last frame lacks its blank line';
    sight.see({ kind: 'defect', defect: 'unfinished-frame', detail, vantage: sight.vantage, received });
    sight.codec.decodeFrame(sight.vantage, rest.data, received, sight.see);
  }

  /** Too long to be looked at: from here on it only passes. */
  #letGo({ head, chunks }: HeldAnswer): void {
    const { caller, peer } = this.#visit;
    const says = `An answer of more than ${this.#desk.limits.maxAnswerBytes} bytes passed unread.`;
    this.#desk.report({ kind: 'notice', peer: peer.name, says });
    caller.begin(head.status, answerHeaders(head.raw));
    for (const chunk of chunks) this.#pass(chunk);
    this.#held = undefined;
    this.#sight = undefined;
  }

  #pass(chunk: Buffer): void {
    const { caller } = this.#visit;
    if (caller.write(chunk)) return;
    this.#call.pause();
    caller.whenReady(() => this.#call.resume());
  }

  #left(): void {
    const sight = this.#sight;
    this.#call.abandon();
    if (sight === undefined) return;
    const received = this.#desk.clock();
    if (this.#reader !== undefined) sight.see({ kind: 'close', by: 'caller', vantage: sight.vantage, received });
    else {
      const message = 'The caller left before the agent had answered.';
      sight.see({
        kind: 'failure',
        reason: 'aborted',
        message,
        sent: this.#call.sent,
        vantage: sight.answerVantage,
        received,
      });
    }
  }
}
