import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../src/judge/judge.ts';
import { readRecord } from '../../src/judge/read-record.ts';
import { RecordError } from '../../src/judge/record-error.ts';
import { summary } from '../support/summary.ts';

/** Deep enough to overflow the stack of whatever recurses. */
const DEEP = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;

/** JSON of what holds `DEEP`, which `JSON.stringify` can't write. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (inner === DEEP ? '@deep' : inner)).replaceAll(
    /(\\*)"@deep\1"/g,
    '['.repeat(20_000) + ']'.repeat(20_000),
  );
}

const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'x' }] };
const task = { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } };
const ask = { dir: 'req', method: 'POST', path: '/', headers: { 'a2a-version': '1.0' } };
const answer = { dir: 'res', status: 200, headers: { 'content-type': 'application/json' } };
const rpc = { jsonrpc: '2.0', id: 1 };

function told(record: string): readonly [string, readonly string[], readonly string[]] {
  const { recordings, unread } = readRecord(record);
  const findings = recordings.flatMap((recording) => judge(recording)).map(({ finding }) => finding.rule);
  const seen = recordings.map(({ observations }) => summary(observations)).join(' | ');
  return [seen, findings, unread.map(({ line, why }) => `${line}: ${why}`)];
}

const lines = (...given: readonly object[]): string => given.map((line, i) => text({ t: i, ...line })).join('\n');

describe('what is nested too deep', () => {
  it('is told of an answer, a frame and a delivery, and the rest of the record is read', () => {
    const push = { url: 'https://me.example/hook' };
    const result = { ...task, metadata: { deep: DEEP } };
    const read = { ...ask, body: { ...rpc, method: 'GetTask', params: { id: 't1' } } };
    const registered = {
      ...ask,
      body: { ...rpc, method: 'CreateTaskPushNotificationConfig', params: { taskId: 't1', ...push } },
    };
    const stream = { ...ask, body: { ...rpc, method: 'SubscribeToTask', params: { id: 't1' } } };
    assert.deepEqual(
      told(
        lines(
          { ...registered, conn: 1 },
          { ...answer, conn: 1, body: { ...rpc, result: { taskId: 't1', id: 'p', ...push } } },
          { ...read, conn: 2 },
          { ...answer, conn: 2, body: { ...rpc, result } },
          { ...stream, conn: 3 },
          { dir: 'res', conn: 3, status: 200, headers: { 'content-type': 'text/event-stream' } },
          { dir: 'sse', conn: 3, body: { ...rpc, result: { task } } },
          { dir: 'sse', conn: 3, body: { ...rpc, result: { task: result } } },
          { dir: 'webhook', path: '/hook', headers: { 'content-type': 'application/json' }, body: { task: result } },
          { ...read, conn: 4 },
          { ...answer, conn: 4, body: { ...rpc, result: task } },
        ),
      ),
      [
        'asked config asked defect:depth failure:too-large asked open task:working defect:depth defect:depth ' +
          'defect:lost-frame asked task:working',
        ['error/beyond-limits'],
        [],
      ],
    );
  });

  it('leaves a request aside, and says why', () => {
    const sent = { ...rpc, method: 'SendMessage', params: { message: { ...message, metadata: { deep: DEEP } } } };
    assert.deepEqual(
      told(lines({ ...ask, conn: 1, body: sent }, { ...answer, conn: 1, body: { ...rpc, result: { task } } })),
      ['', [], ['1: it is nested more than 256 deep', '2: an answer to no request of A2A']],
    );
  });

  it('is told of gRPC and of a card that is fetched', () => {
    const card = { supportedInterfaces: [{ url: 'https://a.example', deep: DEEP }], skills: [DEEP] };
    const [seen] = told(
      lines(
        { dir: 'req', conn: 1, method: 'GET', path: '/.well-known/agent-card.json' },
        { dir: 'res', conn: 1, status: 200, body: card },
        { dir: 'req', conn: 2, method: 'grpc getTask', body: { id: 't1' } },
        { dir: 'res', conn: 2, status: 'grpc 0 OK', body: { id: 't1', metadata: DEEP } },
      ),
    );
    assert.equal(seen, 'asked defect:depth failure:too-large');
  });

  it('is told of the entry of a HAR', () => {
    const entry = (body: object, result: object) => ({
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 5,
      request: {
        method: 'POST',
        url: 'https://a.example/',
        headers: [],
        postData: { text: text({ ...rpc, ...body }) },
      },
      response: {
        status: 200,
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        content: { text: text({ ...rpc, result }) },
      },
    });
    const read = { method: 'GetTask', params: { id: 't1' } };
    const sent = { method: 'SendMessage', params: { message: { ...message, metadata: { deep: DEEP } } } };
    const har = { log: { entries: [entry(read, { ...task, metadata: { deep: DEEP } }), entry(sent, task)] } };
    assert.deepEqual(told(JSON.stringify(har)), [
      'asked defect:depth failure:too-large',
      ['error/beyond-limits'],
      ['2: it is nested more than 256 deep'],
    ]);
  });

  it('is refused in an evidence file, by its line', () => {
    const claims = { dialect: '1.0', binding: 'JSONRPC', inputModes: [], outputModes: [], requiredExtensions: [] };
    const head = { probity: 'evidence', schemaVersion: 1, framesTimed: true, claims };
    const vantage = { id: 1, channel: 'answer', operation: 'GetTask', asked: 0, request: { taskId: 't1' } };
    const seen = {
      kind: 'task',
      received: 1,
      vantage: 1,
      task: { id: 't1', state: 'working', metadata: { deep: DEEP } },
    };
    assert.throws(
      () => readRecord([head, { vantage }, { seen }].map(text).join('\n')),
      (error) =>
        error instanceof RecordError &&
        error.line === 3 &&
        error.message.endsWith('this is no line of an evidence file: it is nested more than 256 deep.'),
    );
  });
});
