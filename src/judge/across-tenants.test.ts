import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seenAcrossTenants } from './across-tenants.ts';
import { readTrace } from './trace-file.ts';

const UNIQUE = '0190d1a6-2f64-7c59-a7b3-4f1f5f6f7a80';

let conn = 0;

function call(method: string, params: object, answer: object): readonly object[] {
  conn++;
  const headers = { 'a2a-version': '1.0' };
  const body = { jsonrpc: '2.0', id: conn };
  return [
    { dir: 'req', conn, method: 'POST', path: '/a2a', headers, body: { ...body, method, params } },
    { dir: 'res', conn, status: 200, body: { ...body, ...answer } },
  ];
}

function send(tenant: string | undefined, id: string): readonly object[] {
  const message = { messageId: `m${conn}`, role: 'ROLE_USER', parts: [{ text: 'x' }] };
  return call('SendMessage', { tenant, message }, { result: { task: task(id) } });
}

function read(tenant: string | undefined, id: string, answer: object = { result: task(id) }): readonly object[] {
  return call('GetTask', { tenant, id }, answer);
}

const task = (id: string) => ({ id, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } });

function told(...calls: readonly (readonly object[])[]): readonly string[] {
  const lines = calls.flat().map((line, i) => JSON.stringify({ t: 10 * i, ...line }));
  const { recordings } = readTrace(lines.join('\n'));
  return Array.from(seenAcrossTenants(recordings), ([{ agent }, findings]) =>
    findings.map(({ finding }) => `${agent?.tenant}: ${finding.severity} ${finding.rule}: ${finding.because}`),
  ).flat();
}

it('a task that was made in one tenant is seen in another', () => {
  assert.deepEqual(told(send('a', UNIQUE), read('b', UNIQUE), read('a', UNIQUE)), [
    'b: warning auth/foreign-task-visible: tenant b sees the task of tenant a by GetTask',
  ]);
});

it('a list of one tenant holds a task of another', () => {
  const page = { nextPageToken: '', totalSize: 1, pageSize: 50 };
  const list = (tenant: string) => call('ListTasks', { tenant }, { result: { tasks: [task(UNIQUE)], ...page } });
  assert.deepEqual(told(send('a', UNIQUE), list('a'), list('b')), [
    'b: warning auth/foreign-task-visible: tenant b finds the task of tenant a in its list',
  ]);
});

it('a task that is not found in another tenant, or that both have made, is not', () => {
  const error = { error: { code: -32001, message: 'no such task' } };
  assert.deepEqual(told(send('a', UNIQUE), read('b', UNIQUE, error)), []);
  assert.deepEqual(told(send('a', UNIQUE), send('b', UNIQUE), read('b', UNIQUE)), []);
});

it('tasks of tenants that number them alike are not one, nor is it a tenant to name none', () => {
  assert.deepEqual(told(send('a', '1'), read('b', '1')), []);
  assert.deepEqual(told(send('a', UNIQUE), read(undefined, UNIQUE)), []);
});

it('who made a task that was there before the record began is not known', () => {
  assert.deepEqual(told(read('a', UNIQUE), read('b', UNIQUE)), []);
});
