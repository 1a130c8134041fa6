import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Call } from '../call.ts';
import { codecFor } from '../codec-for.ts';
import { DIALECTS, type Dialect, OPERATIONS } from '../operation.ts';

const endpoint = { url: 'https://agent.example/a2a' };

function rpc(dialect: Dialect, call: Call, more: object = {}): { method: string; params: unknown } | undefined {
  const request = codecFor(dialect, 'JSONRPC').encode(call, { ...endpoint, ...more }, 5);
  if (request === undefined) return undefined;
  const { method, params, ...rest } = JSON.parse(request.body ?? '{}');
  assert.deepEqual(rest, { jsonrpc: '2.0', id: 5 });
  return { method, params };
}

function configurationOf(dialect: Dialect, call: Call): unknown {
  return (rpc(dialect, call)?.params as { configuration?: unknown } | undefined)?.configuration;
}

const send: Call = {
  operation: 'SendMessage',
  message: {
    messageId: 'm',
    taskId: 't',
    contextId: 'c',
    metadata: { a: 1 },
    extensions: ['urn:x'],
    parts: [
      { text: 'x', mediaType: 'text/markdown' },
      { raw: 'eA==', mediaType: 'text/plain', filename: 'x.txt' },
      { url: 'u' },
      { data: [1], metadata: { b: 2 } },
    ],
  },
  blocking: false,
  acceptedOutputModes: ['text/plain'],
  historyLength: 3,
  push: { url: 'https://h.example/', token: 'n', authentication: { scheme: 'Bearer', credentials: 's' } },
  metadata: { c: 3 },
};

describe('a message', () => {
  it('is sent in 1.0 as 1.0 has it', () => {
    assert.deepEqual(rpc('1.0', send), {
      method: 'SendMessage',
      params: {
        message: { ...send.message, role: 'ROLE_USER' },
        configuration: {
          acceptedOutputModes: ['text/plain'],
          historyLength: 3,
          returnImmediately: true,
          taskPushNotificationConfig: send.push,
        },
        metadata: { c: 3 },
      },
    });
  });

  it('is sent in 0.3 as 0.3 has it', () => {
    assert.deepEqual(rpc('0.3', send), {
      method: 'message/send',
      params: {
        message: {
          kind: 'message',
          role: 'user',
          messageId: 'm',
          taskId: 't',
          contextId: 'c',
          metadata: { a: 1 },
          extensions: ['urn:x'],
          parts: [
            { kind: 'text', text: 'x' },
            { kind: 'file', file: { bytes: 'eA==', mimeType: 'text/plain', name: 'x.txt' } },
            { kind: 'file', file: { uri: 'u' } },
            { kind: 'data', data: { value: [1] }, metadata: { b: 2 } },
          ],
        },
        configuration: {
          acceptedOutputModes: ['text/plain'],
          historyLength: 3,
          blocking: false,
          pushNotificationConfig: {
            url: 'https://h.example/',
            token: 'n',
            authentication: { schemes: ['Bearer'], credentials: 's' },
          },
        },
        metadata: { c: 3 },
      },
    });
  });

  it('has in 0.2 the output modes that its types require wherever there is a configuration', () => {
    const plain: Call = { operation: 'SendMessage', message: { messageId: 'm', parts: [{ text: 'x' }] } };
    const configuration = (call: Call): unknown => configurationOf('0.2', call);
    assert.deepEqual(configuration({ ...plain, blocking: true }), { acceptedOutputModes: [], blocking: true });
    assert.equal(configuration(plain), undefined);
  });

  it('says nothing about blocking on a stream', () => {
    for (const dialect of DIALECTS) {
      const call: Call = { operation: 'SendStreamingMessage', message: { messageId: 'm', parts: [] }, blocking: true };
      assert.equal(configurationOf(dialect, call), undefined);
    }
  });
});

describe('other calls', () => {
  it('are named and laid out as their version has it', () => {
    const old = (call: Call): unknown => {
      assert.deepEqual(rpc('0.2', call), rpc('0.3', call));
      return rpc('0.3', call);
    };
    const at = { taskId: 't', configId: 'k' };
    const push = { id: 'k', url: 'https://h.example/' };
    assert.deepEqual(old({ operation: 'GetTask', taskId: 't', historyLength: 2 }), {
      method: 'tasks/get',
      params: { id: 't', historyLength: 2 },
    });
    assert.deepEqual(old({ operation: 'SubscribeToTask', taskId: 't' }), {
      method: 'tasks/resubscribe',
      params: { id: 't' },
    });
    assert.deepEqual(old({ operation: 'CreateTaskPushNotificationConfig', taskId: 't', push }), {
      method: 'tasks/pushNotificationConfig/set',
      params: { taskId: 't', pushNotificationConfig: push },
    });
    assert.deepEqual(old({ operation: 'GetTaskPushNotificationConfig', ...at }), {
      method: 'tasks/pushNotificationConfig/get',
      params: { id: 't', pushNotificationConfigId: 'k' },
    });
    assert.deepEqual(rpc('1.0', { operation: 'GetTaskPushNotificationConfig', ...at }, { tenant: 'x' }), {
      method: 'GetTaskPushNotificationConfig',
      params: { tenant: 'x', taskId: 't', id: 'k' },
    });
    assert.deepEqual(rpc('1.0', { operation: 'ListTasks', state: 'input-required', contextId: 'c' }), {
      method: 'ListTasks',
      params: { contextId: 'c', status: 'TASK_STATE_INPUT_REQUIRED' },
    });
  });

  it('are left unsaid where the version has no such operation', () => {
    assert.equal(rpc('0.3', { operation: 'ListTasks' }), undefined);
    assert.equal(rpc('0.2', { operation: 'ListTasks' }), undefined);
    const names = OPERATIONS.map(
      (operation) =>
        rpc('1.0', {
          operation,
          taskId: 't',
          message: { messageId: 'm', parts: [] },
          push: { url: 'u' },
          configId: 'k',
        } as never)?.method,
    );
    assert.deepEqual(names, OPERATIONS);
  });

  it('ask for the extended card as each version does', () => {
    const request = (dialect: Dialect) =>
      codecFor(dialect, 'JSONRPC').encode({ operation: 'GetExtendedAgentCard' }, endpoint, 5);
    assert.equal(request('0.2')?.method, 'GET');
    assert.equal(request('0.2')?.url, 'https://agent.example/agent/authenticatedExtendedCard');
    assert.match(request('0.3')?.body ?? '', /"agent\/getAuthenticatedExtendedCard"/);
    assert.match(request('1.0')?.body ?? '', /"GetExtendedAgentCard"/);
  });
});

describe('service parameters', () => {
  const headers = (dialect: Dialect, extensions: string[] = []) =>
    codecFor(dialect, 'JSONRPC').encode({ operation: 'GetTask', taskId: 't' }, { ...endpoint, extensions }, 5)?.headers;

  it('name the version in 1.0, and in no other', () => {
    assert.equal(headers('1.0')?.['a2a-version'], '1.0');
    assert.equal(headers('0.3')?.['a2a-version'], undefined);
  });

  it('name extensions by the header of the version, and can inject no other', () => {
    assert.equal(headers('1.0', ['urn:a', 'urn:b'])?.['a2a-extensions'], 'urn:a,urn:b');
    for (const dialect of ['0.2', '0.3'] as const)
      assert.equal(headers(dialect, ['urn:a'])?.['x-a2a-extensions'], 'urn:a');
    assert.equal(
      headers('1.0', ['urn:a\r\nx-evil: 1', '\ud800'])?.['a2a-extensions'],
      'urn:a%0D%0Ax-evil:%201,%EF%BF%BD',
    );
  });
});
