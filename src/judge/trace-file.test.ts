import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defectsIn } from '../../test/support/decoding.ts';
import { summary } from '../../test/support/summary.ts';
import { readTraceFile } from './trace-file.ts';

/** A trace of these lines, one every 10 ms. */
function trace(...lines: readonly (object | string)[]): string {
  return lines.map((line, i) => (typeof line === 'string' ? line : JSON.stringify({ t: 10 * i, ...line }))).join('\n');
}

const rpc = (conn: number, method: string, params: object) => ({
  dir: 'req',
  conn,
  method: 'POST',
  path: '/',
  headers: { 'A2A-Version': '1.0' },
  body: { jsonrpc: '2.0', id: conn, method, params },
});
const answer = (conn: number, result: unknown, more: object = {}) => ({
  dir: 'res',
  conn,
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: { jsonrpc: '2.0', id: conn, result },
  ...more,
});
const opened = (conn: number) => ({ dir: 'res', conn, status: 200, headers: { 'content-type': 'text/event-stream' } });
const frame = (conn: number, result: unknown) => ({ dir: 'sse', conn, body: { jsonrpc: '2.0', id: conn, result } });
const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] };

describe('a trace', () => {
  it('keeps calls apart that run at once, and tells what each had asked for', () => {
    const { observations, unread } = readTraceFile(
      trace(
        rpc(1, 'SendStreamingMessage', { message }),
        rpc(2, 'GetTask', { id: 't', historyLength: 0 }),
        opened(1),
        answer(2, task),
        frame(1, { task }),
      ),
    );
    assert.equal(summary(observations), 'asked asked open task:working task:working');
    assert.deepEqual(unread, []);
    const [sent, got] = observations.map(({ vantage }) => vantage);
    const { messageMark = '', ...asked } = sent?.request ?? {};
    assert.match(messageMark, /^[0-9a-f]{64}$/);
    assert.deepEqual(asked, { version: '1.0', rpcId: 1, messageId: 'm', inputModes: ['text/plain'] });
    assert.deepEqual(got?.request, { version: '1.0', rpcId: 2, taskId: 't', historyLength: 0 });
    assert.deepEqual(
      observations.map(({ received }) => received),
      [0, 10, 20, 30, 40],
    );
  });

  it('says who ended a stream, once', () => {
    const closedBy = (...ends: readonly string[]): string =>
      summary(
        readTraceFile(
          trace(
            rpc(1, 'SubscribeToTask', { id: 't' }),
            opened(1),
            ...ends.map((end) => ({ dir: 'res', conn: 1, end })),
          ),
        ).observations,
      );
    assert.equal(closedBy('server closed the stream'), 'asked open close:peer');
    assert.equal(closedBy('server ended the stream'), 'asked open close:peer');
    assert.equal(closedBy('client dropped the connection', 'stream error: ECONNRESET'), 'asked open close:caller');
    assert.equal(closedBy('stream error: ECONNRESET'), 'asked open close:broken');
    assert.equal(closedBy(), 'asked open');
  });

  it('tells requests that are wrong on purpose', () => {
    const malformed = { dir: 'req', conn: 3, method: 'POST', path: '/', headers: {}, body: '{"jsonrpc":' };
    const { observations } = readTraceFile(
      trace(
        rpc(1, 'NoSuchMethod', {}),
        answer(1, undefined, { body: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } } }),
        rpc(2, 'SendMessage', { message: { role: 'ROLE_USER', parts: [] } }),
        malformed,
      ),
    );
    const probes = observations.filter(({ kind }) => kind === 'asked').map(({ vantage }) => vantage.request.probe);
    assert.deepEqual(probes, ['unknown-method', 'missing-member', 'malformed-body']);
  });

  it('has deliveries by the web-hook that they came to', () => {
    const push = { id: 'k', url: 'http://127.0.0.1:1/hooks/one?secret=1' };
    const delivery = (path: string) => ({
      dir: 'webhook',
      path,
      headers: { 'content-type': 'application/a2a+json' },
      body: { task },
    });
    const { observations, unread } = readTraceFile(
      trace(
        rpc(1, 'CreateTaskPushNotificationConfig', { taskId: 't', ...push }),
        answer(1, { taskId: 't', ...push }),
        delivery('/hooks/one'),
        delivery('/hooks/two'),
      ),
    );
    assert.equal(summary(observations), 'asked config task:working');
    assert.deepEqual(
      observations.map(({ vantage }) => vantage.channel),
      ['answer', 'answer', 'push'],
    );
    assert.deepEqual(unread, [{ line: 4, why: 'a delivery to a web-hook that nobody registered' }]);
  });

  it('of gRPC is read as what its messages mean', () => {
    const grpc = (method: string, body: object) => ({ dir: 'req', conn: 1, method: `grpc ${method}`, body });
    const decoded = {
      id: 't',
      contextId: '',
      status: { state: 5 },
      artifacts: [{ artifactId: 'a', parts: [{ content: { $case: 'data', value: { $case: 1 } }, mediaType: '' }] }],
    };
    const read = readTraceFile(
      trace(grpc('getTask', { id: 't' }), { dir: 'res', conn: 1, status: 'grpc 0 OK', body: decoded }),
    );
    assert.equal(read.claims.binding, 'GRPC');
    assert.deepEqual(defectsIn(read.observations), []);
    const last = read.observations.at(-1);
    assert.equal(last?.kind === 'task' && last.task.state, 'canceled');
    assert.deepEqual(last?.kind === 'task' && last.task.artifacts?.[0]?.parts[0]?.data, { $case: 1 });
    const refused = readTraceFile(
      trace(grpc('cancelTask', { id: 't' }), {
        dir: 'res',
        conn: 1,
        status: 'grpc 5 NOT_FOUND',
        body: { error: { message: 'no such task' } },
      }),
    );
    const error = refused.observations.at(-1);
    assert.deepEqual(error?.kind === 'error' && [error.httpStatus, error.message], [404, 'no such task']);
  });

  it('lists what says nothing about A2A, and goes on', () => {
    const { observations, unread } = readTraceFile(
      trace(
        'no JSON',
        '[]',
        { dir: 'elsewhere' },
        '',
        { dir: 'req', conn: 1, method: 'GET', path: '/.well-known/agent-card.json' },
        { dir: 'res', conn: 1, status: 404, body: 'no' },
        { dir: 'sse', conn: 9, body: {} },
        { dir: 'note', body: 'a remark' },
        rpc(2, 'GetTask', { id: 't' }),
        answer(2, task),
        answer(2, task),
      ),
    );
    assert.equal(summary(observations), 'asked task:working');
    assert.deepEqual(
      unread.map(({ line }) => line),
      [1, 2, 3, 5, 6, 7, 11],
    );
  });

  it('says nothing of the type of an answer whose headers it may lack, and joins a header that is a list', () => {
    const told = (headers: object | undefined, ...others: readonly object[]): string => {
      const { headers: _, ...bare } = answer(1, task);
      const asked = rpc(1, 'GetTask', { id: 't' });
      return summary(readTraceFile(trace(asked, { ...bare, ...(headers && { headers }) }, ...others)).observations);
    };
    assert.equal(told(undefined), 'asked task:working');
    assert.equal(told({ 'Content-Type': ['application/json'] }), 'asked task:working');
    assert.equal(told({ 'Content-Type': ['application/json', 'text/html'] }), 'asked defect:content-type task:working');
    for (const headers of [{ 'Content-Type': [7] }, {}, { date: 'today' }]) {
      assert.equal(told(headers), 'asked task:working');
      assert.equal(told(headers, opened(7)), 'asked task:working');
      assert.equal(told(headers, answer(7, task)), 'asked defect:content-type task:working');
    }
  });

  it('expects no answer to a request of JSON-RPC that has no id', () => {
    const { body, ...asked } = rpc(1, 'GetTask', { id: 't' });
    const { id: _, ...notification } = body;
    const empty = { dir: 'res', conn: 1, status: 204, headers: {} };
    const told = (...lines: readonly object[]): string => summary(readTraceFile(trace(...lines)).observations);
    assert.equal(told({ ...asked, body: notification }, empty), 'asked failure:aborted');
    assert.equal(told({ ...asked, body }, empty), 'asked defect:not-json failure:unreadable');
    assert.equal(told({ ...asked, body: notification }, answer(1, task)), 'asked task:working');
  });

  it('opens a stream whose type was not recorded', () => {
    const begin = { dir: 'res', conn: 1, status: 200, headers: { date: 'today' } };
    const read = readTraceFile(trace(rpc(1, 'SubscribeToTask', { id: 't' }), begin, frame(1, { task })));
    assert.equal(summary(read.observations), 'asked open task:working');
  });

  it('says by its lines that they hold all headers', () => {
    const asked = { ...rpc(1, 'GetTask', { id: 't' }), headers: {}, allHeaders: true };
    const { observations } = readTraceFile(trace(asked, { ...answer(1, task), headers: {}, allHeaders: true }));
    assert.equal(summary(observations), 'asked defect:content-type task:working');
    assert.deepEqual(observations[0]?.vantage.request.extensions, []);
  });

  it('never runs backwards', () => {
    const times = [50, 20, -3, Number.NaN, '70', 60];
    const { observations, unread, doubts } = readTraceFile(
      trace(...times.map((t, i) => ({ ...rpc(i, 'GetTask', { id: 't' }), t }))),
    );
    assert.deepEqual(
      observations.map(({ received }) => received),
      [50, 50, 50, 50, 50, 60],
    );
    assert.deepEqual(doubts, [{ line: 2, why: '`t` runs back from 50 to 20' }]);
    assert.deepEqual(
      unread.map(({ line, illFormed }) => [line, illFormed]),
      [
        [3, true],
        [5, true],
      ],
    );
  });
});
