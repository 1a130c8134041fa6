import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asObject, type JsonObject } from '../json.ts';
import type { Operation } from '../operation.ts';
import { readCall } from './request-call.ts';

const push = { url: 'https://me.example/hook', id: 'p', token: 'k' };
const message = { messageId: 'm', taskId: 't', contextId: 'c', parts: [{ text: 'x' }], referenceTaskIds: ['r'] };

/** Requests that between them have every member that is read. */
const REQUESTS: readonly (readonly [Operation, JsonObject])[] = [
  [
    'SendMessage',
    {
      message,
      configuration: {
        returnImmediately: true,
        acceptedOutputModes: ['image/png'],
        historyLength: 2,
        taskPushNotificationConfig: push,
      },
    },
  ],
  ['SendMessage', { message, configuration: { blocking: true, pushNotificationConfig: push } }],
  ['GetTask', { id: 't', historyLength: 0 }],
  [
    'ListTasks',
    {
      contextId: 'c',
      status: 'TASK_STATE_WORKING',
      statusTimestampAfter: '2026-01-01T00:00:00Z',
      pageSize: 3,
      pageToken: 'p',
      historyLength: 1,
      includeArtifacts: true,
    },
  ],
  ['CreateTaskPushNotificationConfig', { taskId: 't', ...push }],
  ['CreateTaskPushNotificationConfig', { taskId: 't', pushNotificationConfig: push }],
  ['GetTaskPushNotificationConfig', { taskId: 't', id: 'p' }],
  ['DeleteTaskPushNotificationConfig', { id: 't', pushNotificationConfigId: 'p' }],
];

/** The same with every member by the name that it has in the proto files. */
function byProtoNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byProtoNames);
  const holder = asObject(value);
  if (holder === undefined) return value;
  return Object.fromEntries(
    Object.entries(holder).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      byProtoNames(inner),
    ]),
  );
}

describe('a request whose members have the names of the proto files', () => {
  for (const [operation, params] of REQUESTS) {
    it(`asks for the same: ${operation} with ${Object.keys(params)}`, () => {
      assert.deepEqual(readCall(operation, byProtoNames(params) as JsonObject), readCall(operation, params));
    });
  }

  it('may have its message as `request`, as in that of 0.3', () => {
    const { message: sent, ...others } = REQUESTS[0]?.[1] ?? {};
    assert.deepEqual(
      readCall('SendMessage', { request: sent, ...others }),
      readCall('SendMessage', { message: sent, ...others }),
    );
  });
});
