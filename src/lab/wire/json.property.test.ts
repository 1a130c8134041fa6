import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, StreamEvent } from '../model.ts';
import type { Codec } from './codec.ts';
import { httpCodec, protoCodec, rpcCodec } from './v03/results.ts';
import { codec as currentCodec } from './v10/results.ts';

const codecs: Readonly<Record<string, Codec>> = {
  '1.0': currentCodec,
  '0.3 over JSON-RPC': rpcCodec,
  '0.3 over HTTP+JSON': httpCodec,
  '0.3 over HTTP+JSON as the SDKs speak it': protoCodec,
};

/** Any JSON object, with names that the dialects use more often than others. */
const field = fc.constantFrom(
  'id',
  'kind',
  'task',
  'message',
  'status',
  'state',
  'parts',
  'artifacts',
  'text',
  'final',
  'x',
);
const { anything } = fc.letrec<{ anything: unknown; object: object }>((tie) => ({
  anything: fc.oneof({ depthSize: 'small' }, fc.jsonValue({ maxDepth: 0 }), fc.array(tie('anything')), tie('object')),
  object: fc.dictionary(field, tie('anything'), { noNullPrototype: true }),
}));
const object = fc.dictionary(field, anything, { noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
const numRuns = Number(process.env['PROBITY_RUNS'] ?? 50);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const part = { text: 'hello' };
const message = { messageId: 'm', role: 'agent' as const, parts: [part], contextId: 'c', taskId: 't' };
const taskEvent: StreamEvent = {
  kind: 'task',
  task: {
    id: 't',
    contextId: 'c',
    status: { state: 'working', message, timestamp: '2026-01-01T00:00:00Z' },
    artifacts: [{ artifactId: 'a', name: 'old name', parts: [part] }],
    history: [message],
  },
};

for (const [name, codec] of Object.entries(codecs)) {
  describe(`what another agent said, ${name}`, () => {
    it('is written back as it was read, whatever it was', () => {
      fc.assert(
        fc.property(object, fc.constantFrom('get', 'cancel', 'list'), (json, operation) => {
          const task = codec.readResult('get', json);
          assert.ok(task !== undefined);
          assert.deepEqual(plain(codec.writeResult('get', task)), plain(json));
          assert.ok(codec.readParams(operation, json) !== undefined);
        }),
        { numRuns },
      );
    });

    it('is passed on when it is an event of no known kind', () => {
      const json = { somethingElse: { a: 1 } };
      assert.deepEqual(codec.writeEvent(codec.readEvent(json)), json);
    });

    it('keeps unknown fields at every level when known ones are changed', () => {
      const json = mark(codec.writeEvent(taskEvent));
      const read = codec.readEvent(json);
      assert.ok(read.kind === 'task');
      const status = { ...read.task.status, state: 'completed' as const };
      const [artifact] = read.task.artifacts ?? [];
      assert.ok(artifact !== undefined);
      const artifacts = [{ ...artifact, name: 'renamed' }];
      const written = JSON.stringify(codec.writeEvent({ ...read, task: { ...read.task, status, artifacts } }));
      assert.equal(written.match(/"unknown"/g)?.length, JSON.stringify(json).match(/"unknown"/g)?.length);
      assert.match(written, /completed|TASK_STATE_COMPLETED/);
      assert.match(written, /renamed/);
      assert.doesNotMatch(written, /"old name"/);
    });
  });
}

it('what was read in one format leaves nothing behind when it is written in another', () => {
  const read = rpcCodec.readEvent(mark(rpcCodec.writeEvent(taskEvent)));
  assert.deepEqual(plain(currentCodec.writeEvent(read)), plain(currentCodec.writeEvent(taskEvent)));
});

/** The JSON with an unknown field in each object that has a field the dialects know. */
function mark(json: JsonObject): JsonObject {
  const fields = Object.entries(json).map(([name, value]) => [name, markAny(value)]);
  const wraps = Object.keys(json).every((name) => ['task', 'statusUpdate', 'artifactUpdate'].includes(name));
  return { ...Object.fromEntries(fields), ...(wraps ? {} : { unknown: 1 }) };
}

function markAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markAny);
  return typeof value === 'object' && value !== null ? mark(value as JsonObject) : value;
}
