import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRequest } from './request.ts';

function read(method: string, path: string): unknown {
  const request = readRequest({ method, path, headers: { 'a2a-version': '1.0' }, body: undefined });
  return request && { ...request.call, interfacePath: request.interfacePath };
}

describe('a path of HTTP+JSON', () => {
  it('may have colons in its task id, and a verb behind them', () => {
    const taskId = 'urn:uuid:1';
    const interfacePath = '/a2a';
    assert.deepEqual(read('GET', '/a2a/tasks/urn:uuid:1'), { operation: 'GetTask', taskId, interfacePath });
    assert.deepEqual(read('POST', '/a2a/tasks/urn:uuid:1:cancel'), { operation: 'CancelTask', taskId, interfacePath });
    assert.deepEqual(read('GET', '/a2a/tasks/urn:uuid:1:subscribe?x=1'), {
      ...{ operation: 'SubscribeToTask', taskId, interfacePath },
    });
    assert.deepEqual(read('GET', '/a2a/tasks/urn%3Auuid%3A1/pushNotificationConfigs/a:b'), {
      ...{ operation: 'GetTaskPushNotificationConfig', taskId, configId: 'a:b', interfacePath },
    });
  });

  it('has no verb but those that there are', () => {
    assert.equal(read('POST', '/tasks/t1:purge'), undefined);
    assert.equal(read('GET', '/tasks/t1:cancel'), undefined);
  });
});
