import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../src/judge/judge.ts';
import { readRecord } from '../../src/judge/read-record.ts';
import type { Binding } from '../../src/protocol/operation.ts';
import { summary } from '../support/summary.ts';
import { harOfTrace } from './har-of-trace.ts';

const HEADERS = { 'content-type': 'application/json', 'a2a-version': '1.0' };

let conn = 0;

/** A call and its answer; `body` is that of the request, for one without it a GET. */
function call(path: string, body: object | undefined, answer: object): readonly object[] {
  conn++;
  const asked = { dir: 'req', conn, method: body === undefined ? 'GET' : 'POST', path, headers: HEADERS };
  return [
    body === undefined ? asked : { ...asked, body },
    { dir: 'res', conn, status: 200, headers: { 'content-type': 'application/json' }, body: answer },
  ];
}

function rpc(path: string, method: string, params: object, result: object): readonly object[] {
  return call(path, { jsonrpc: '2.0', id: 1, method, params }, { jsonrpc: '2.0', id: 1, result });
}

function task(contextId: string, state: string) {
  return { id: '1', contextId, status: { state: `TASK_STATE_${state}` } };
}

function card(path: string, streaming: boolean, ...interfaces: readonly (readonly [string, Binding, string?])[]) {
  const supportedInterfaces = interfaces.map(([url, protocolBinding, tenant]) => ({
    ...{ url: `https://agent.example${url}`, protocolBinding, protocolVersion: '1.0' },
    ...(tenant === undefined ? {} : { tenant }),
  }));
  return call(path, undefined, { name: 'agent', supportedInterfaces, capabilities: { streaming } });
}

/** What a record of these calls shows of each agent, and what is found. */
function told(...calls: readonly (readonly object[])[]): readonly [readonly string[], readonly string[]] {
  const { recordings } = readRecord(traceOf(calls));
  return [
    recordings.map(({ claims, observations }) => `${claims.streaming} ${summary(observations)}`),
    recordings.flatMap((recording) => judge(recording)).map(({ finding }) => finding.rule),
  ];
}

function traceOf(calls: readonly (readonly object[])[]): string {
  return calls
    .flat()
    .map((line, i) => JSON.stringify({ t: 10 * i, ...line }))
    .join('\n');
}

const COMPLETED = task('c1', 'COMPLETED');
const FAILED = task('c2', 'FAILED');

describe('a record of several agents', () => {
  it('has a task of one id for each that is at a path of its own', () => {
    const calls = [
      rpc('/a/', 'GetTask', { id: '1' }, COMPLETED),
      rpc('/b?k=1', 'GetTask', { id: '1' }, FAILED),
      rpc('/a', 'GetTask', { id: '1' }, COMPLETED),
    ];
    assert.deepEqual(told(...calls), [
      ['undefined asked task:completed asked task:completed', 'undefined asked task:failed'],
      [],
    ]);
    const har = readRecord(JSON.stringify(harOfTrace(traceOf(calls))));
    assert.deepEqual(
      har.recordings.map(({ observations }) => summary(observations)),
      ['asked task:completed asked task:completed', 'asked task:failed'],
    );
  });

  it('has a task of one id for each tenant, whether the body names it or the path', () => {
    assert.deepEqual(
      told(
        rpc('/', 'GetTask', { id: '1', tenant: 'a' }, COMPLETED),
        rpc('/', 'GetTask', { id: '1', tenant: 'b' }, FAILED),
      ),
      [['undefined asked task:completed', 'undefined asked task:failed'], []],
    );
    assert.deepEqual(
      told(
        card('/.well-known/agent-card.json', true, ['/a2a', 'HTTP+JSON', 'a b'], ['/rpc', 'JSONRPC']),
        call('/a2a/a%20b/tasks/1', undefined, COMPLETED),
        call('/a2a/c/tasks/1', undefined, FAILED),
        call('/a2a/tasks/1?tenant=a+b', undefined, COMPLETED),
        rpc('/rpc', 'GetTask', { id: '1', tenant: 'a b' }, COMPLETED),
      ),
      [['true asked task:completed asked task:completed asked task:completed', 'undefined asked task:failed'], []],
    );
  });

  it('takes interfaces for those of one agent that a card lists together', () => {
    const [seen, found] = told(
      card('/.well-known/agent-card.json', true, ['/rpc', 'JSONRPC'], ['/rest', 'HTTP+JSON']),
      rpc('/rpc', 'GetTask', { id: '1' }, COMPLETED),
      call('/rest/tasks/1', undefined, { ...COMPLETED, status: { state: 'TASK_STATE_FAILED' } }),
    );
    assert.deepEqual(seen, ['true asked task:completed asked task:failed']);
    assert.deepEqual(found, ['task/terminal-overwritten']);
  });

  it('holds each to the card that lists its interface, and one that none lists to none', () => {
    const [seen] = told(
      card('/a/.well-known/agent-card.json', true, ['/a', 'JSONRPC']),
      card('/b/.well-known/agent-card.json', false, ['/b', 'JSONRPC']),
      rpc('/b', 'GetTask', { id: '1' }, FAILED),
      rpc('/a', 'GetTask', { id: '1' }, COMPLETED),
      rpc('/c', 'GetTask', { id: '1' }, COMPLETED),
    );
    assert.deepEqual(seen, ['false asked task:failed', 'true asked task:completed', 'undefined asked task:completed']);
    const elsewhere = told(
      card('/.well-known/agent-card.json', true, ['/public', 'JSONRPC']),
      rpc('/', 'GetTask', { id: '1' }, COMPLETED),
    );
    assert.deepEqual(elsewhere, [['true asked task:completed'], []]);
  });

  it('gives a delivery to the agent at which its web-hook was registered', () => {
    const push = (path: string, token?: string) =>
      rpc(
        path,
        'CreateTaskPushNotificationConfig',
        { taskId: '1', url: 'https://me.example/hook', token },
        {
          ...{ id: 'p', taskId: '1', url: 'https://me.example/hook' },
        },
      );
    const delivered = (token?: string) => [
      {
        dir: 'webhook',
        path: '/hook',
        headers: { ...HEADERS, ...(token && { 'x-a2a-notification-token': token }) },
        body: { task: FAILED },
      },
    ];
    assert.deepEqual(told(push('/a', 'k1'), push('/b', 'k2'), delivered('k1'))[0], [
      'undefined asked config task:failed',
      'undefined asked config',
    ]);
    const trace = traceOf([push('/a'), push('/b'), delivered()]);
    assert.deepEqual(readRecord(trace).unread, [{ line: 5, why: 'a delivery that may be for several agents' }]);
  });
});
