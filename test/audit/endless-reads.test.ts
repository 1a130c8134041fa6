import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import { asObject } from '../../src/protocol/json.ts';
import { gaveCard, json, startScripted } from '../gateway/scripted-agent.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

const NOT_FOUND = { code: -32001, message: 'Task not found' };
const NOT_CANCELABLE = { code: -32002, message: 'Task cannot be canceled' };

/** Answers without end, until whoever asked has gone. */
function endlessly(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  const more = (): void => {
    if (!response.destroyed) response.write('x'.repeat(200_000), () => setImmediate(more));
  };
  more();
}

/** An agent whose tasks are over at once, and whose reads never end after so many. */
async function endlessAgent(readsInOrder: number) {
  let reads = 0;
  const agent = await startScripted((request, response, body) => {
    if (gaveCard(request, response, '/')) return;
    const { id, method } = asObject(JSON.parse(body)) ?? {};
    if (method === 'GetTask' && reads++ >= readsInOrder) return endlessly(response);
    const task = { id: randomUUID(), contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
    const told =
      method === 'SendMessage' ? { result: { task } } : { error: method === 'CancelTask' ? NOT_CANCELABLE : NOT_FOUND };
    json(response, { jsonrpc: '2.0', id, ...told });
  });
  return { url: agent.url, [Symbol.asyncDispose]: () => agent.close() };
}

const OPTIONS = { prompts: promptsFor(400), times: SHORT_TIMES, limits: { maxBodyBytes: 1_000_000 } };

describe('an audit of an agent whose reads never end', () => {
  it('says so, and what to do, and names no task whose cancel was refused as over', async () => {
    await using agent = await endlessAgent(3);
    const report = await audit(agent.url, { ...OPTIONS, only: ['settle', 'send-nonblocking'] });
    assert.equal(report.ended?.code, 'agent-lost');
    assert.match(
      report.ended.message,
      /^The agent answers even a read .*more than 1000000 bytes.*let the agent send less/,
    );
    const { ended, untested } = report;
    assert.doesNotMatch(JSON.stringify({ ended, untested }), /Raise the limit|answers no more/);
    assert.deepEqual(report.left, []);
  });

  it('says so too where none of them ever did', async () => {
    await using agent = await endlessAgent(0);
    const report = await audit(agent.url, OPTIONS);
    assert.equal(report.ended?.code, 'no-interface');
    assert.match(report.ended.message, /no answer that is read: .*more than 1000000 bytes.*let the agent send less/);
    const { ended, untested } = report;
    assert.doesNotMatch(JSON.stringify({ ended, untested }), /Raise the limit/);
  });
});
