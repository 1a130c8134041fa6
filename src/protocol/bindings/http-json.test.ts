import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decoding, defectsIn, outcomeOf } from '../../../test/support/decoding.ts';
import type { Call } from '../call.ts';
import type { WireAnswer, WireRequest } from '../codec.ts';
import { codecFor } from '../codec-for.ts';

const endpoint = { url: 'https://agent.example/a2a/' };
const message = { messageId: 'm', parts: [{ text: 'hello' }] };
const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
const oldTask = { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } };
const protoTask = { ...task, status: { state: 'TASK_STATE_CANCELLED' } };
const v1 = decoding('1.0', 'HTTP+JSON', { taskId: 't' });
const v03 = decoding('0.3', 'HTTP+JSON', { taskId: 't' });

describe('HTTP+JSON, asking', () => {
  const line = (call: Call, dialect: '0.2' | '0.3' | '1.0' = '1.0', more = {}): string | undefined => {
    const request = codecFor(dialect, 'HTTP+JSON').encode(call, { ...endpoint, ...more }, 1);
    return (
      request && `${request.method} ${request.url.slice('https://agent.example'.length)} ${request.body ?? ''}`.trim()
    );
  };

  it('has the routes of 1.0', () => {
    const at = { taskId: 't', configId: 'k' };
    assert.equal(line({ operation: 'GetTask', taskId: 't' }), 'GET /a2a/tasks/t');
    assert.equal(line({ operation: 'GetTask', taskId: 't', historyLength: 0 }), 'GET /a2a/tasks/t?historyLength=0');
    assert.equal(line({ operation: 'CancelTask', taskId: 't' }), 'POST /a2a/tasks/t:cancel {}');
    assert.equal(line({ operation: 'SubscribeToTask', taskId: 't' }), 'POST /a2a/tasks/t:subscribe {}');
    assert.equal(line({ operation: 'GetExtendedAgentCard' }), 'GET /a2a/extendedAgentCard');
    assert.equal(
      line({ operation: 'ListTasks', contextId: 'a b&c', state: 'auth-required', pageSize: 5, includeArtifacts: true }),
      'GET /a2a/tasks?contextId=a+b%26c&pageSize=5&includeArtifacts=true&status=TASK_STATE_AUTH_REQUIRED',
    );
    assert.equal(
      line({ operation: 'CreateTaskPushNotificationConfig', taskId: 't', push: { url: 'https://h.example/' } }),
      'POST /a2a/tasks/t/pushNotificationConfigs {"url":"https://h.example/"}',
    );
    assert.equal(
      line({ operation: 'ListTaskPushNotificationConfigs', taskId: 't' }),
      'GET /a2a/tasks/t/pushNotificationConfigs',
    );
    assert.equal(
      line({ operation: 'GetTaskPushNotificationConfig', ...at }),
      'GET /a2a/tasks/t/pushNotificationConfigs/k',
    );
    assert.equal(
      line({ operation: 'DeleteTaskPushNotificationConfig', ...at }),
      'DELETE /a2a/tasks/t/pushNotificationConfigs/k',
    );
  });

  it('has the routes of 0.3, and no list there', () => {
    assert.equal(line({ operation: 'GetTask', taskId: 't' }, '0.3'), 'GET /a2a/v1/tasks/t');
    assert.equal(line({ operation: 'GetExtendedAgentCard' }, '0.3'), 'GET /a2a/v1/card');
    assert.equal(
      line({ operation: 'CancelTask', taskId: 't' }, '0.2'),
      'POST /a2a/v1/tasks/t:cancel {"name":"tasks/t"}',
    );
    assert.equal(line({ operation: 'ListTasks' }, '0.3'), undefined);
    assert.match(
      line({ operation: 'SendMessage', message }, '0.3') ?? '',
      /^POST \/a2a\/v1\/message:send \{"message":\{"messageId"/,
    );
  });

  it('puts any id into one segment of the path, and asks for none that no path can hold', () => {
    assert.equal(
      line({ operation: 'CancelTask', taskId: 'a/../b?c#d:e %' }),
      'POST /a2a/tasks/a%2F..%2Fb%3Fc%23d%3Ae%20%25:cancel {}',
    );
    assert.equal(line({ operation: 'GetTask', taskId: '\ud800' }), 'GET /a2a/tasks/%EF%BF%BD');
    for (const taskId of ['', '.', '..']) assert.equal(line({ operation: 'GetTask', taskId }), undefined);
    assert.equal(line({ operation: 'GetTaskPushNotificationConfig', taskId: 't', configId: '..' }), undefined);
  });

  it('has the tenant in the path, and keeps the query of the interface', () => {
    assert.equal(line({ operation: 'GetTask', taskId: 't' }, '1.0', { tenant: 'a/b' }), 'GET /a2a/a%2Fb/tasks/t');
    assert.equal(line({ operation: 'GetTask', taskId: 't' }, '1.0', { tenant: '..' }), undefined);
    const url = 'https://agent.example/x?key=1&v=%20#part';
    assert.equal(line({ operation: 'GetTask', taskId: 't' }, '1.0', { url }), 'GET /x/tasks/t?key=1&v=+');
  });

  it('sends the headers of its dialect', () => {
    const headers = (dialect: '0.3' | '1.0') =>
      codecFor(dialect, 'HTTP+JSON').encode(
        { operation: 'SendStreamingMessage', message },
        { ...endpoint, extensions: ['https://x.example/ü,1', 'urn:b'] },
        1,
      )?.headers;
    assert.deepEqual(headers('1.0'), {
      'content-type': 'application/a2a+json',
      accept: 'text/event-stream, application/a2a+json, application/json',
      'a2a-version': '1.0',
      'a2a-extensions': 'https://x.example/%C3%BC%2C1,urn:b',
    });
    assert.deepEqual(headers('0.3'), {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      'x-a2a-extensions': 'https://x.example/%C3%BC%2C1,urn:b',
    });
  });
});

describe('HTTP+JSON, refused', () => {
  const refusal = (status: number, body: unknown = {}): WireAnswer => ({
    status,
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    received: 2,
  });
  const send: Call = { operation: 'SendMessage', message };
  const subscribe: Call = { operation: 'SubscribeToTask', taskId: 't' };
  const unknown = { error: { code: 404, message: 'x', details: [{ reason: 'TASK_NOT_FOUND' }] } };

  it('writes 0.3 in proto JSON, and tries the objects of the text after a refusal that may be about the form', () => {
    const { codec } = v03;
    const bodyBy = (one: typeof codec | undefined): unknown => JSON.parse(one?.encode(send, endpoint, 1)?.body ?? '');
    assert.deepEqual(bodyBy(codec), { message: { messageId: 'm', role: 'ROLE_USER', content: [{ text: 'hello' }] } });
    const other = codec.otherWriting(send, refusal(400, { code: -32602, message: 'message.parts is required' }));
    assert.deepEqual(bodyBy(other), {
      message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hello' }] },
    });
    assert.ok(codec.otherWriting(send, refusal(422)));
    assert.ok(codec.otherWriting(send, refusal(400, '<html></html>')));
    assert.equal(other?.otherWriting(send, refusal(400)), undefined);
    assert.equal(codec.otherWriting(send, refusal(400, { code: -32005, message: 'no such type' })), undefined);
    assert.equal(codec.otherWriting({ operation: 'GetTask', taskId: 't' }, refusal(400)), undefined);
    for (const status of [200, 201, 401, 404, 409, 429, 500, 503]) {
      assert.equal(codec.otherWriting(send, refusal(status)), undefined, `HTTP ${status}`);
    }
  });

  it('tries no other objects of 0.3 once those in use were understood', () => {
    const read: Call = { operation: 'GetTask', taskId: 't' };
    assert.ok(v03.codec.understood(read).otherWriting(send, refusal(400)));
    assert.equal(v03.codec.understood(send).otherWriting(send, refusal(400)), undefined);
  });

  it('tries the older media type of 1.0 after a 415 or a 400', () => {
    for (const status of [415, 400]) {
      const other = v1.codec.otherWriting(send, refusal(status, 'unsupported'));
      assert.equal(other?.encode(send, endpoint, 1)?.headers['content-type'], 'application/json');
      assert.equal(other?.otherWriting(send, refusal(status)), undefined);
    }
  });

  it('subscribes by GET where there is no POST', () => {
    for (const { codec } of [v1, v03]) {
      const other = codec.otherWriting(subscribe, refusal(405, ''));
      const request: WireRequest | undefined = other?.encode(subscribe, endpoint, 1);
      assert.deepEqual(
        [request?.method, request?.body, request?.headers['content-type']],
        ['GET', undefined, undefined],
      );
      assert.equal(codec.otherWriting(subscribe, refusal(404, unknown)), undefined);
    }
  });

  it('has but one writing over JSON-RPC', () => {
    assert.equal(codecFor('0.3', 'JSONRPC').otherWriting(send, refusal(400)), undefined);
  });
});

describe('HTTP+JSON, answered', () => {
  it('takes each form that its dialect has', () => {
    assert.equal(v1.answer('SendMessage', { task }).length, 1);
    assert.equal(v1.answer('GetTask', task, { type: 'application/json; charset=utf-8' }).length, 1);
    assert.equal(v1.frame({ statusUpdate: { taskId: 't', contextId: 'c', status: task.status } }).length, 1);
    assert.equal(v03.answer('SendMessage', { task: oldTask }, { status: 201 }).length, 1);
    assert.equal(v03.answer('SendMessage', { task: protoTask }).length, 1);
    assert.equal(v03.answer('CancelTask', protoTask, { status: 202 }).length, 1);
    assert.equal(v1.answer('DeleteTaskPushNotificationConfig', '', { status: 204, type: undefined }).length, 1);
  });

  it('tells forms that its dialect has not', () => {
    assert.deepEqual(defectsIn(v1.answer('SendMessage', { task: protoTask })), [
      'state-spelling: a task state is spelled TASK_STATE_CANCELLED, with two l',
    ]);
    assert.deepEqual(defectsIn(v1.answer('SendMessage', oldTask)), [
      'other-dialect: in the form of another version than 1.0: a kind as discriminator, short states',
    ]);
    assert.deepEqual(defectsIn(v03.answer('SendMessage', oldTask)), [
      'discriminator: a kind says what the object is, and the member that should hold it is absent',
    ]);
    assert.deepEqual(defectsIn(v1.answer('GetTask', { task })), [
      'field: the task is held by a member, and should be the answer itself',
    ]);
    assert.deepEqual(defectsIn(v1.answer('GetTask', { jsonrpc: '2.0', id: 1, result: task })), [
      'envelope: the payload is in an envelope',
    ]);
    assert.deepEqual(defectsIn(v03.answer('GetTask', protoTask, { type: 'application/a2a+json' })), [
      'content-type: the body is application/a2a+json',
    ]);
  });

  it('reads the errors of every revision', () => {
    const info = {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'TASK_NOT_CANCELABLE',
      domain: 'a2a-protocol.org',
    };
    for (const [decode, status, body] of [
      [v1, 400, { error: { code: 400, status: 'FAILED_PRECONDITION', message: 'no', details: [info] } }],
      [v1, 409, { type: 'https://a2a-protocol.org/errors/task-not-cancelable', title: 'no', status: 409 }],
      [v03, 409, { code: -32002, message: 'no' }],
      [v03, 409, { error: { code: -32002, message: 'no' } }],
      [v03, 409, { message: 'no' }],
    ] as const) {
      const seen = decode.answer('CancelTask', body, { status });
      assert.deepEqual(defectsIn(seen), [], JSON.stringify(body));
      const last = outcomeOf(seen);
      assert.deepEqual(last.kind === 'error' && [last.name, last.message, last.httpStatus], [
        'TaskNotCancelable',
        'no',
        status,
      ]);
    }
  });

  it('tells errors of another form, whoever they come from', () => {
    const other = ['error-shape: HTTP 404 with a body that is no google.rpc.Status'];
    assert.deepEqual(defectsIn(v1.answer('GetTask', { code: -32001, message: 'no' }, { status: 404 })), other);
    assert.deepEqual(defectsIn(v1.answer('GetTask', { detail: 'Not Found' }, { status: 404 })), other);
    const page = v1.answer('GetTask', '<h1>Not Found</h1>', { status: 404, type: 'text/html' });
    assert.deepEqual(defectsIn(page), ['error-shape: HTTP 404 with a body that is no A2A error']);
    const last = outcomeOf(page);
    assert.equal(last.kind === 'error' && last.name, 'other');
    assert.deepEqual(defectsIn(v1.answer('GetTask', 'log in', { status: 401, type: 'text/plain' })), []);
  });

  it('reads an error in a stream in any form, and in an answer only as a fault', () => {
    for (const payload of [
      { error: { code: 404, message: 'gone', details: [{ reason: 'TASK_NOT_FOUND' }] } },
      { code: -32001, message: 'gone' },
      { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'gone' } },
    ]) {
      const last = outcomeOf(v1.frame(payload));
      assert.equal(last.kind === 'error' && last.name, 'TaskNotFound');
    }
    const seen = v1.answer('GetTask', { error: { code: 404, message: 'gone' } });
    assert.deepEqual(defectsIn(seen), ['error-in-success: an error came with HTTP 200']);
    assert.equal(outcomeOf(seen).kind, 'error');
  });

  it('takes what is no answer for none', () => {
    for (const body of ['', 'ok', '{}', '[]', '{"task":{}}', '{"id":"t"}', '7']) {
      const last = outcomeOf(v1.answer('SendMessage', body));
      assert.equal(last.kind === 'failure' && last.reason, 'unreadable', body);
    }
    const empty = outcomeOf(v1.answer('CancelTask', '', { status: 202, type: undefined }));
    assert.equal(empty.kind, 'failure');
  });
});
