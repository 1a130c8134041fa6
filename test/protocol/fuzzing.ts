import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readTraceFile } from '../../src/judge/trace-file.ts';
import { readTraceRequest } from '../../src/judge/trace-request.ts';
import { vantageOf } from '../../src/protocol/call.ts';
import { codecFor } from '../../src/protocol/codec-for.ts';
import { LOSES_FRAME } from '../../src/protocol/defect.ts';
import type { Observation, Vantage } from '../../src/protocol/observation.ts';
import { DIALECTS, OPERATIONS, type Operation } from '../../src/protocol/operation.ts';
import { change, mutate } from './mutation.ts';
import { type Recording, recordings } from './recorded.ts';
import { assertWellFormed } from './well-formed.ts';

/** Something that a peer sent: the base of mutations. */
interface Sent {
  readonly text: string;
  readonly operation: Operation;
}

const CODECS = DIALECTS.flatMap((dialect) => [codecFor(dialect, 'JSONRPC'), codecFor(dialect, 'HTTP+JSON')]);
const STATUSES = [200, 200, 200, 200, 201, 202, 204, 0, 302, 400, 401, 404, 409, 415, 429, 500, 503, 999];
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/a2a+json',
  'text/event-stream',
  'text/html',
  'text/plain',
  '',
  undefined,
  'x'.repeat(500),
];

/**
 * Holds every reader against mutations of recorded traffic: whatever comes, it is told in well-formed observations, as
 * many as there is reason for, and nothing is thrown, swallowed or left behind.
 */
export function fuzzReaders(runs: number): void {
  const all = recordings();
  const sent = all.flatMap(sentIn);
  const seed = Number(process.env['PROBITY_SEED'] ?? (Date.now() ^ process.pid) | 0);
  const input = fc.record({
    base: fc.nat(sent.length - 1),
    codec: fc.nat(CODECS.length - 1),
    operation: fc.nat(3 * OPERATIONS.length),
    status: fc.nat(STATUSES.length - 1),
    type: fc.nat(TYPES.length - 1),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  });
  type Input = typeof input extends fc.Arbitrary<infer T> ? T : never;
  const made = ({ base, codec, operation, changes }: Input, channel: Vantage['channel']) => {
    const { text, operation: own } = sent[base] as Sent;
    const asked = OPERATIONS[operation] ?? own;
    const request = { rpcId: 'id', taskId: 't' };
    const vantage: Vantage = { ...vantageOf(1, { operation: asked } as never, 1, request), channel };
    return { bytes: mutate(text, changes), codec: CODECS[codec] as (typeof CODECS)[number], vantage };
  };
  const fuzz = <T>(name: string, share: number, arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void => {
    const numRuns = Math.ceil(runs * share);
    it(`${name}, ${numRuns} times`, (t) => {
      t.diagnostic(`seed ${seed} (PROBITY_SEED=${seed} to repeat)`);
      fc.assert(fc.property(arbitrary, check), { seed, numRuns });
    });
  };

  describe('mutated traffic is told, and never thrown, swallowed or kept', () => {
    fuzz('a frame', 0.45, input, (one) => {
      const { bytes, codec, vantage } = made(one, 'stream');
      const seen: Observation[] = [];
      codec.decodeFrame(vantage, bytes.toString(), 2, (each) => seen.push(each));
      assertTold(seen, 1);
      assertEndsIn(seen);
    });

    fuzz('an answer', 0.46, input, (one) => {
      const { bytes, codec, vantage } = made(one, 'answer');
      const status = STATUSES[one.status] ?? 200;
      const headers = { 'content-type': TYPES[one.type], 'retry-after': bytes.toString('latin1', 0, 3) };
      const seen: Observation[] = [];
      codec.decodeAnswer(vantage, { status, headers, body: bytes, received: 2 }, (each) => seen.push(each));
      const events = bytes.toString('latin1').split(/[\r\n]/).length;
      assertTold(seen, events);
      assert.ok(seen.some(({ kind }) => kind !== 'defect'));
      codec.otherWriting({ operation: 'SubscribeToTask', taskId: 't' }, { status, headers, body: bytes, received: 2 });
    });

    fuzz('a delivery', 0.06, input, (one) => {
      const { bytes, codec, vantage } = made(one, 'push');
      const seen: Observation[] = [];
      const delivery = { headers: { 'content-type': TYPES[one.type] }, body: bytes, received: 2 };
      codec.decodePush(vantage, delivery, (each) => seen.push(each));
      assertTold(seen, 1);
      assertEndsIn(seen);
    });

    const trace = fc.record({
      base: fc.nat(all.length - 1),
      changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    });
    fuzz('a trace', 0.03, trace, ({ base, changes }) => {
      const { text, card } = all[base] as Recording;
      const lines = text.trim().split('\n');
      for (const one of changes) {
        const at = one.where % lines.length;
        lines[at] = mutate(lines[at] ?? '', [one]).toString();
      }
      const { observations, unread } = readTraceFile(lines.join('\n'), card);
      assert.ok(unread.length <= 2 * lines.length + 20);
      for (const seen of observations) assertWellFormed(seen);
      let at = 0;
      for (const { received } of observations) {
        assert.ok(received >= at);
        at = received;
      }
    });

    it('leaves no trace in the prototypes', () => {
      assert.deepEqual(Object.keys(Object.prototype), []);
      assert.deepEqual(Object.keys(Array.prototype), []);
    });
  });
}

/** What is told of one payload is told in a few observations, each of them sound. */
function assertTold(seen: readonly Observation[], payloads: number): void {
  assert.ok(seen.length > 0 && seen.length <= 20 * payloads + 5, `${seen.length} observations`);
  for (const one of seen) assertWellFormed(one);
}

/** The last thing told of a frame is what it was, or that it is lost, or that there was nothing to it. */
function assertEndsIn(seen: readonly Observation[]): void {
  const last = seen.at(-1);
  assert.ok(last?.kind !== 'defect' || LOSES_FRAME.has(last.defect) || last.defect === 'empty-frame');
}

/** What the peer of a recording sent in answers, frames and deliveries, with the operation that it belongs to. */
function sentIn({ text }: Recording): readonly Sent[] {
  const operations = new Map<unknown, Operation | undefined>();
  const sent: Sent[] = [];
  for (const line of text.trim().split('\n')) {
    const json = JSON.parse(line);
    const { dir, conn, body, rawPrefix = '' } = json;
    if (dir === 'req') operations.set(conn, readTraceRequest(json, undefined)?.call.operation);
    if (dir === 'req' || dir === 'note' || body === undefined) continue;
    const operation = operations.get(conn) ?? 'GetTask';
    sent.push({ text: rawPrefix + (typeof body === 'string' ? body : JSON.stringify(body)), operation });
  }
  return sent;
}
