import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decoding, defectsIn, outcomeOf } from '../../../test/support/decoding.ts';

const rpc = (result: unknown, more: object = {}) => ({ jsonrpc: '2.0', id: 7, result, ...more });
const failed = (error: unknown, more: object = {}) => ({ jsonrpc: '2.0', id: 7, error, ...more });
const task = {
  id: 't',
  contextId: 'c',
  status: { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:00.000Z' },
};
const oldTask = { kind: 'task', ...task, status: { state: 'working' } };
const notFound = { code: -32001, message: 'Task not found' };

describe('JSON-RPC', () => {
  const v1 = decoding('1.0', 'JSONRPC', { taskId: 't', rpcId: 7 });
  const v03 = decoding('0.3', 'JSONRPC', { taskId: 't', rpcId: 7 });
  const v02 = decoding('0.2', 'JSONRPC', { taskId: 't', rpcId: 7 });

  it('tells nothing but the answer of an answer without fault', () => {
    const [seen, ...more] = v1.answer('GetTask', rpc(task));
    assert.deepEqual(more, []);
    assert.equal(seen?.kind === 'task' && seen.task.state, 'working');
    assert.equal(v03.answer('GetTask', rpc(oldTask)).length, 1);
    assert.equal(v1.frame(rpc({ task })).length, 1);
  });

  it('reads an answer without its envelope', () => {
    const seen = v1.answer('GetTask', task);
    assert.deepEqual(defectsIn(seen), ['envelope: the JSON-RPC envelope is missing']);
    assert.equal(outcomeOf(seen).kind, 'task');
    assert.equal(outcomeOf(v1.frame({ task })).kind, 'task');
  });

  it('tells what is wrong with an envelope', () => {
    assert.deepEqual(defectsIn(v1.answer('GetTask', { id: 7, result: task })), [
      'envelope: the member jsonrpc is not "2.0"',
    ]);
    assert.deepEqual(defectsIn(v1.answer('GetTask', rpc(task, { error: null }))), [
      'envelope: an error stands beside the result',
    ]);
    assert.deepEqual(defectsIn(v1.answer('GetTask', [rpc(task)])), ['envelope: the answer comes in a batch of one']);
    assert.deepEqual(defectsIn(v1.answer('GetTask', failed(notFound, { result: null }))), [
      'envelope: a result stands beside the error',
    ]);
  });

  it('tells an answer to another request', () => {
    for (const id of [8, '7', null, undefined, { deep: [] }, 'x'.repeat(10_000)]) {
      const seen = v1.answer('GetTask', rpc(task, { id }));
      assert.match(defectsIn(seen)[0] ?? '', /^rpc-id: the answer carries the id .{1,82}, and the request had 7$/);
      assert.equal(seen.length, 2);
    }
    assert.deepEqual(defectsIn(v1.answer('GetTask', rpc(task, { id: '7' }))), [
      'rpc-id: the answer carries the id “7”, and the request had 7',
    ]);
  });

  it('takes no id for a request that could not be read, and for no other', () => {
    assert.deepEqual(defectsIn(v1.answer('GetTask', failed({ code: -32700, message: 'no' }, { id: null }))), []);
    assert.equal(defectsIn(v1.answer('GetTask', failed(notFound, { id: null }))).length, 1);
  });

  it('reads an error wherever it stands', () => {
    for (const [body, defect] of [
      [failed(notFound), undefined],
      [rpc({ error: notFound }), 'error-in-success: an error is sent as the result of a success'],
      [rpc(notFound), 'error-in-success: an error is sent as the result of a success'],
      [notFound, 'error-in-success: an error is sent in the place of a result'],
    ] as const) {
      const seen = v1.answer('GetTask', body);
      assert.deepEqual(defectsIn(seen), defect === undefined ? [] : [defect]);
      const last = outcomeOf(seen);
      assert.equal(last.kind === 'error' && last.name, 'TaskNotFound');
    }
  });

  it('tells an error with another status than 200, but not where 0.2 allows it', () => {
    const body = failed({ code: -32601, message: 'Method not found' });
    assert.deepEqual(defectsIn(v03.answer('SubscribeToTask', body, { status: 400 })), [
      'http-status: a JSON-RPC error came with HTTP 400',
    ]);
    assert.deepEqual(defectsIn(v02.answer('SubscribeToTask', body, { status: 400 })), []);
    assert.equal(defectsIn(v02.answer('GetTask', body, { status: 400 })).length, 1);
  });

  it('tells apart who failed: an agent, a hop on the way, or whoever asks for credentials', () => {
    const page = '<html>Bad Gateway</html>';
    const broken = v1.answer('GetTask', '<html>Error</html>', { status: 500, type: 'text/html' });
    assert.deepEqual(defectsIn(broken), ['error-shape: HTTP 500 with a body that is no JSON-RPC error']);
    const seen = v1.answer('GetTask', page, { status: 502, type: 'text/html' });
    assert.deepEqual(defectsIn(seen), []);
    const last = outcomeOf(seen);
    assert.deepEqual(last.kind === 'error' && [last.name, last.httpStatus, last.message], ['other', 502, page]);
    const [refused, ...more] = v1.answer('GetTask', '', { status: 401, type: undefined });
    assert.deepEqual(more, []);
    assert.equal(refused?.kind === 'error' && refused.name, 'Unauthenticated');
    assert.equal(outcomeOf(v1.answer('GetTask', { jsonrpc: '2.0', id: 7 }, { status: 500 })).kind, 'error');
  });

  it('tells how long a peer wants to be left alone', () => {
    const after = (headers: Record<string, string>): unknown => {
      const last = outcomeOf(v1.answer('GetTask', 'slow down', { status: 429, type: 'text/plain', headers }));
      return last.kind === 'error' && last.retryAfterMs;
    };
    assert.equal(after({ 'retry-after': '3' }), 3000);
    assert.equal(
      after({ 'retry-after': 'Fri, 01 Jan 2027 00:01:00 GMT', date: 'Fri, 01 Jan 2027 00:00:00 GMT' }),
      60_000,
    );
    assert.equal(after({ 'retry-after': 'soon' }), undefined);
    assert.equal(after({ 'retry-after': '-5' }), undefined);
    assert.equal(after({}), undefined);
  });

  it('takes what is no answer for none', () => {
    for (const [body, defect] of [
      ['{"jsonrpc":"2.0",', 'not-json'],
      ['<html></html>', 'not-json'],
      ['[]', 'envelope'],
      ['null', 'envelope'],
      ['"task"', 'envelope'],
      [{ jsonrpc: '2.0', id: 7 }, 'envelope'],
      [rpc({}), 'field'],
      [rpc(null), 'field'],
      [rpc([task]), 'field'],
      [rpc({ id: 't', status: 'done' }), 'field'],
    ] as const) {
      const seen = v1.answer('GetTask', body);
      const [first] = seen;
      assert.equal(first?.kind === 'defect' && first.defect, defect, JSON.stringify(body));
      const last = outcomeOf(seen);
      assert.equal(last.kind === 'failure' && last.reason, 'unreadable');
      const lost = outcomeOf(v1.frame(body));
      assert.equal(lost.kind === 'defect' && lost.defect, 'lost-frame');
    }
  });

  it('takes an event without data for none, and an answer without a body for no answer', () => {
    assert.deepEqual(defectsIn(v1.frame('')), ['empty-frame: an event has no data']);
    const last = outcomeOf(v1.answer('GetTask', ''));
    assert.equal(last.kind === 'failure' && last.reason, 'unreadable');
  });

  it('leaves what is nested too deep unread: as an answer it is too large, as a frame a hole', () => {
    const body = '['.repeat(5000);
    const last = outcomeOf(v1.answer('GetTask', body));
    assert.equal(last.kind === 'failure' && last.reason, 'too-large');
    assert.deepEqual(defectsIn(v1.frame(body)), ['depth: the payload is nested too deep']);
  });

  it('reads past a control character or a byte order mark', () => {
    for (const prefix of ['\u001e', '\uFEFF', '\u0000\u0000']) {
      const seen = v1.frame(prefix + JSON.stringify(rpc({ task })));
      assert.match(defectsIn(seen)[0] ?? '', /^control-character: /);
      assert.equal(outcomeOf(seen).kind, 'task');
    }
    assert.deepEqual(defectsIn(v1.frame(` \n${JSON.stringify(rpc({ task }))}`)), []);
  });

  it('tells a key that is there twice', () => {
    const seen = v1.frame(
      '{"jsonrpc":"2.0","id":7,"result":{"task":{"id":"t","id":"u","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}',
    );
    assert.deepEqual(defectsIn(seen), ['duplicate-key: an object has the key id twice']);
    const last = outcomeOf(seen);
    assert.equal(last.kind === 'task' && last.task.id, 'u');
  });

  it('tells bytes that are not UTF-8, and a content type that is not its own', () => {
    const body = Buffer.from(
      JSON.stringify(rpc({ ...task, artifacts: [{ artifactId: 'a', parts: [{ text: 'é' }] }] })),
      'latin1',
    );
    const seen = v1.answer('GetTask', body, { type: 'text/plain; charset=latin1' });
    assert.deepEqual(defectsIn(seen), ['content-type: the body is text/plain', 'encoding: the body is not UTF-8']);
    const last = outcomeOf(seen);
    assert.equal(last.kind === 'task' && last.task.artifacts?.[0]?.parts[0]?.text, '\uFFFD');
  });

  it('takes the answer to a delete in any shape, and none for an error', () => {
    for (const body of [rpc(null), rpc({}), rpc({ id: 'hook' })]) {
      assert.deepEqual(
        v1.answer('DeleteTaskPushNotificationConfig', body).map(({ kind }) => kind),
        ['config'],
      );
    }
    assert.equal(outcomeOf(v1.answer('DeleteTaskPushNotificationConfig', '', { status: 204 })).kind, 'config');
    const bare = v1.answer('DeleteTaskPushNotificationConfig', { jsonrpc: '2.0', id: 7 });
    assert.deepEqual(defectsIn(bare), ['envelope: neither result nor error, where a result of null is due']);
    assert.equal(outcomeOf(bare).kind, 'config');
    assert.equal(outcomeOf(v1.answer('DeleteTaskPushNotificationConfig', rpc(notFound))).kind, 'error');
  });

  it('reads a result that comes in the place of a stream', () => {
    const seen = v1.answer('SendStreamingMessage', rpc({ task }));
    assert.deepEqual(defectsIn(seen), ['not-sse: SendStreamingMessage is answered by no event stream']);
    assert.equal(outcomeOf(seen).kind, 'task');
    assert.deepEqual(defectsIn(v1.answer('SendStreamingMessage', failed(notFound))), []);
  });

  it('reads a stream that comes under another type, and one that nobody asked for', () => {
    const events = `data: ${JSON.stringify(rpc({ task }))}\n\n: alive\n\ndata: ${JSON.stringify(rpc({ task }))}`;
    const stream = v1.answer('SubscribeToTask', events, { type: 'text/plain' });
    assert.deepEqual(
      stream.map(({ kind, vantage }) => `${kind} ${vantage.channel}`),
      ['defect stream', 'open stream', 'task stream', 'task stream', 'close stream'],
    );
    assert.deepEqual(defectsIn(stream), ['not-sse: a stream comes as text/plain']);
    const unasked = v1.answer('SendMessage', events, { type: 'text/event-stream' });
    assert.deepEqual(
      unasked.map(({ kind }) => kind),
      ['defect', 'task', 'task'],
    );
    assert.deepEqual(defectsIn(unasked), ['unasked-stream: SendMessage is answered by an event stream']);
  });

  it('reads the extended card of 0.2, which comes by a plain GET', () => {
    const card = { name: 'agent', url: 'https://agent.example/a2a' };
    assert.deepEqual(
      v02.answer('GetExtendedAgentCard', card).map(({ kind }) => kind),
      ['card'],
    );
    assert.deepEqual(defectsIn(v02.answer('GetExtendedAgentCard', 'no', { status: 404, type: 'text/plain' })), []);
    assert.deepEqual(defectsIn(v03.answer('GetExtendedAgentCard', card)), [
      'envelope: the JSON-RPC envelope is missing',
    ]);
  });
});
