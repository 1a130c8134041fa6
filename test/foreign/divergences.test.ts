import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { CardError } from '../../src/card/card-error.ts';
import { fetchCard } from '../../src/card/fetch-card.ts';
import { text } from '../protocol/conversation.ts';
import { type Supervised, supervise } from '../real/supervised.ts';
import { type ForeignAgent, startForeign } from './foreign-agent.ts';
import type { ForeignName } from './install.ts';

/*
 * What these servers are known for by docs/evidence.md, done by them again.
 */

const STEP_MS = 200;
const open: Supervised[] = [];
after(async () => {
  await Promise.all(open.map((one) => one.close()));
});

/** An agent for the tests of one suite, and how to supervise a task of it. */
function agentOf(name: ForeignName) {
  let agent: ForeignAgent;
  before(async () => {
    agent = await startForeign(name, STEP_MS);
  });
  after(() => agent[Symbol.asyncDispose]());
  return {
    agent: () => agent,
    supervised: async (): Promise<Supervised> => {
      const one = await supervise(agent.cardUrl, { frozenMs: 1_000, heldMs: 300, inFlightGraceMs: 2_000 });
      open.push(one);
      return one;
    },
  };
}

function found(task: Supervised, rule: string): void {
  assert.ok(task.rules().includes(rule), `${rule} is not among ${task.rules().join(', ')}`);
}

describe('VoltAgent', () => {
  const { agent, supervised } = agentOf('voltagent');

  it('VOLT-2: stops telling of a task whose reader is gone', async () => {
    const task = await supervised();
    let taskId = '';
    const stream = task.client.listen({ operation: 'SendStreamingMessage', message: text('slow 10') }, (seen) => {
      task.observe(seen);
      if (seen.kind === 'task') taskId = seen.task.id;
    });
    await pause(6 * STEP_MS);
    stream.close();
    for (let read = 0; read < 8; read++) {
      await pause(2 * STEP_MS);
      await task.expect('task', { operation: 'GetTask', taskId });
    }
    found(task, 'stream/close-kills-task');
  });

  it('VOLT-4: declares streams, and cannot be subscribed to', async () => {
    const task = await supervised();
    let subscribed: Promise<unknown> | undefined;
    await task.call({ operation: 'SendStreamingMessage', message: text('slow 5') }, (seen) => {
      if (seen.kind !== 'task' || subscribed !== undefined) return;
      subscribed = task.expect('error', { operation: 'SubscribeToTask', taskId: seen.task.id });
    });
    await subscribed;
    found(task, 'stream/subscribe-unsupported');
  });

  it('VOLT-5: takes a message for a task that has completed, and completes again', async () => {
    const task = await supervised();
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('hello'), blocking: true });
    const message = text('more', { taskId: sent.task.id });
    await task.expect('task', { operation: 'SendMessage', message, blocking: true });
    found(task, 'task/accepts-after-terminal');
  });

  it('VOLT-7, VOLT-9: answers only when it is done, with the message twice in the history', async () => {
    const task = await supervised();
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('slow 5'), blocking: false });
    assert.equal(sent.task.state, 'completed');
    found(task, 'task/nonblocking-blocks');
    found(task, 'history/duplicated');
  });

  it('VOLT-10: has its card below a name of its own only', async () => {
    const { http } = await supervised();
    await assert.rejects(fetchCard(agent().origin, { http }), CardError);
  });

  it('VOLT-14: sends all of the history, whatever is asked', async () => {
    const task = await supervised();
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('hello'), blocking: true });
    await task.expect('task', { operation: 'GetTask', taskId: sent.task.id, historyLength: 1 });
    found(task, 'history/exceeds-length');
  });
});

describe('Google ADK', () => {
  const { agent, supervised } = agentOf('google-adk');

  it('ADK-3: refuses every cancel, and works on', async () => {
    const task = await supervised();
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('slow 5'), blocking: false });
    await task.expect('error', { operation: 'CancelTask', taskId: sent.task.id });
    await task.expect('task', { operation: 'GetTask', taskId: sent.task.id });
    found(task, 'cancel/unsupported');
  });

  it('ADK-6: answers what is no JSON with a page that shows where it lives', async () => {
    const { http } = await supervised();
    const url = `${agent().origin}/jsonrpc`;
    const headers = { 'content-type': 'application/json' };
    const answer = await http.request({ method: 'POST', url, headers, body: '{' });
    assert.equal(answer.status, 400);
    assert.match(answer.body.toString(), /<html.*node_modules/s);
  });
});
