import { vantageOf } from '../../src/protocol/call.ts';
import type { Codec, WireAnswer } from '../../src/protocol/codec.ts';
import { codecFor } from '../../src/protocol/codec-for.ts';
import type { Observation, RequestFacts, Vantage } from '../../src/protocol/observation.ts';
import type { Binding, Dialect, Operation } from '../../src/protocol/operation.ts';

/** What came with an answer besides its body. */
export interface AnswerHead {
  readonly status?: number;
  readonly type?: string | undefined;
  readonly headers?: WireAnswer['headers'];
}

/** Decodes what a test makes up, by the codec of one dialect over one binding. */
export interface Decoding {
  readonly codec: Codec;
  answer(operation: Operation, body: unknown, head?: AnswerHead): readonly Observation[];
  frame(payload: unknown, operation?: Operation): readonly Observation[];
  push(payload: unknown, type?: string): readonly Observation[];
}

/** `body` and `payload`: bytes and text are taken as they are, anything else as JSON. */
export function decoding(dialect: Dialect, binding: Binding, request: RequestFacts = {}): Decoding {
  const codec = codecFor(dialect, binding);
  const usual = dialect === '1.0' && binding === 'HTTP+JSON' ? 'application/a2a+json' : 'application/json';
  return {
    codec,
    answer(operation, body, { status = 200, type = usual, headers = {} } = {}) {
      const seen: Observation[] = [];
      const answer = { status, headers: { 'content-type': type, ...headers }, body: bytesOf(body), received: 2 };
      codec.decodeAnswer({ ...vantage(operation, request), channel: 'answer' }, answer, (one) => seen.push(one));
      return seen;
    },
    frame(payload, operation = 'SendStreamingMessage') {
      const seen: Observation[] = [];
      codec.decodeFrame(vantage(operation, request), bytesOf(payload).toString(), 2, (one) => seen.push(one));
      return seen;
    },
    push(payload, type = dialect === '1.0' ? 'application/a2a+json' : 'application/json') {
      const seen: Observation[] = [];
      const by: Vantage = { ...vantage('CreateTaskPushNotificationConfig', request), channel: 'push' };
      const delivery = { headers: { 'content-type': type }, body: bytesOf(payload), received: 2 };
      codec.decodePush(by, delivery, (one) => seen.push(one));
      return seen;
    },
  };
}

function vantage(operation: Operation, request: RequestFacts): Vantage {
  return vantageOf(1, { operation } as Parameters<typeof vantageOf>[1], 1, request);
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The defects among what was seen, as `kind: detail`. */
export function defectsIn(seen: readonly Observation[]): readonly string[] {
  return seen.flatMap((one) => (one.kind === 'defect' ? [`${one.defect}: ${one.detail}`] : []));
}

/** The last thing seen, which is what it all came to. */
export function outcomeOf(seen: readonly Observation[]): Observation {
  const last = seen.at(-1);
  if (last === undefined) throw new Error('Nothing was seen.');
  return last;
}
