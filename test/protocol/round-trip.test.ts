import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Call, requestFacts } from '../../src/protocol/call.ts';
import { codecFor } from '../../src/protocol/codec-for.ts';
import type { Part } from '../../src/protocol/model.ts';
import { type Binding, DIALECTS, type Dialect } from '../../src/protocol/operation.ts';
import { readRequest } from '../../src/protocol/read/request.ts';
import { TASK_STATES } from '../../src/protocol/task-state.ts';

const id = fc
  .oneof(
    fc.uuid(),
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  )
  .filter((one) => one !== '.' && one !== '..');
const mediaType = fc.constantFrom('text/plain', 'image/png', 'application/pdf');
const metadata = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
const file = { mediaType, filename: fc.constantFrom('a.png', 'b.pdf') };
/** What every version can say of a part: before 1.0 only files have a media type, and data is an object. */
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ text: fc.string() }),
  fc.record({ text: fc.string(), metadata }),
  fc.record({ raw: fc.base64String({ minLength: 4 }), ...file }),
  fc.record({ url: fc.webUrl(), ...file }),
  fc.record({ data: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) }),
);
const push = fc.record(
  {
    url: fc.webUrl(),
    id,
    token: fc.string({ minLength: 1 }),
    authentication: fc.record({ scheme: fc.constantFrom('Bearer', 'Basic'), credentials: fc.string({ minLength: 1 }) }),
  },
  { requiredKeys: ['url'] },
);
const message = fc.record(
  {
    messageId: id,
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
    taskId: id,
    contextId: id,
    metadata,
    extensions: fc.array(fc.webUrl(), { maxLength: 2 }),
    referenceTaskIds: fc.array(id, { maxLength: 2 }),
  },
  { requiredKeys: ['messageId', 'parts'] },
);
const historyLength = fc.nat(100);
const taskId = id;
const configId = id;

const call = fc.oneof(
  fc.record(
    {
      operation: fc.constant('SendMessage'),
      message,
      blocking: fc.boolean(),
      acceptedOutputModes: fc.array(mediaType, { minLength: 1, maxLength: 2 }),
      historyLength,
      push,
      metadata,
    },
    { requiredKeys: ['operation', 'message'] },
  ),
  fc.record({ operation: fc.constant('SendStreamingMessage'), message }),
  fc.record({ operation: fc.constant('GetTask'), taskId, historyLength }, { requiredKeys: ['operation', 'taskId'] }),
  fc.record({ operation: fc.constantFrom('CancelTask', 'SubscribeToTask', 'ListTaskPushNotificationConfigs'), taskId }),
  fc.record(
    {
      operation: fc.constant('ListTasks'),
      contextId: id,
      state: fc.constantFrom(...TASK_STATES.filter((state) => state !== 'unknown')),
      pageSize: fc.nat(100),
      pageToken: id,
      historyLength,
      includeArtifacts: fc.boolean(),
    },
    { requiredKeys: ['operation'] },
  ),
  fc.record({ operation: fc.constant('CreateTaskPushNotificationConfig'), taskId, push }),
  fc.record({
    operation: fc.constantFrom('GetTaskPushNotificationConfig', 'DeleteTaskPushNotificationConfig'),
    taskId,
    configId,
  }),
  fc.record({ operation: fc.constant('GetExtendedAgentCard') }),
) as fc.Arbitrary<Call>;

for (const dialect of DIALECTS) {
  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    describe(`a call in ${dialect} over ${binding}`, () => {
      it('is read as the call that it was', () => {
        fc.assert(fc.property(call, (made) => comesBack(made, dialect, binding, codecFor(dialect, binding))));
      });
    });
  }
}

it('is read as the call that it was in the objects of the text of 0.3', () => {
  const refusal = { status: 400, headers: {}, body: Buffer.alloc(0), received: 0 };
  fc.assert(
    fc.property(call, (made) => {
      const text = codecFor('0.3', 'HTTP+JSON').otherWriting(made, refusal);
      if (text !== undefined) comesBack(made, '0.3', 'HTTP+JSON', text);
    }),
  );
});

function comesBack(made: Call, dialect: Dialect, binding: Binding, codec: ReturnType<typeof codecFor>): void {
  const endpoint = { url: 'https://agent.example/a2a', extensions: ['urn:one', 'urn:two'] };
  const request = codec.encode(made, endpoint, 9);
  if (request === undefined) {
    assert.ok(made.operation === 'ListTasks' && dialect !== '1.0');
    return;
  }
  const url = new URL(request.url);
  const read = readRequest({
    method: request.method,
    path: url.pathname + url.search,
    headers: request.headers,
    body: request.body === undefined ? undefined : JSON.parse(request.body),
  });
  // The plain GET of 0.2 has a path of its own, which says nothing about A2A.
  if (made.operation === 'GetExtendedAgentCard' && dialect === '0.2' && binding === 'JSONRPC') return;
  assert.ok(read !== undefined, `${request.method} ${request.url} ${request.body}`);
  assert.deepEqual(normal(read.call), normal(made));
  assert.deepEqual([read.dialect, read.binding], [dialect === '1.0' ? '1.0' : '0.3', binding]);
  assert.deepEqual(
    read.facts,
    requestFacts(read.call, {
      extensions: ['urn:one', 'urn:two'],
      ...(dialect === '1.0' ? { version: '1.0' } : {}),
      ...(binding === 'JSONRPC' ? { rpcId: 9 } : {}),
    }),
  );
}

/** Lone surrogates cannot go through a URL, and data before 1.0 has no media type but JSON. */
function normal(made: Call): unknown {
  return JSON.parse(JSON.stringify(made), (_, value) => {
    if (typeof value === 'string') return value.toWellFormed();
    if (value !== null && typeof value === 'object' && 'data' in value && value.mediaType === 'application/json') {
      const { mediaType: _type, ...data } = value;
      return data;
    }
    return value;
  });
}
