import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate, followTask } from '../../src/guard/delegate.ts';
import { AgentCardLifecycleViolation } from '../../src/guard/violations.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { type Answer, json, scriptedAgent } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const http = createHttpClient({ allow: anyAddress });
after(() => http.close());
const HOUR_MS = 3_600_000;

const ids = { id: 't1', contextId: 'c1' };
const task = (state: string, more: object = {}) => ({ ...ids, status: { state: `TASK_STATE_${state}`, ...more } });
const answers =
  (result: object): Answer =>
  ({ id }, response) =>
    json(response, { jsonrpc: '2.0', id, result });
const question = { messageId: 'q1', role: 'ROLE_AGENT', parts: [{ text: 'Which one?' }] };

/** Whose reads are refused as an unknown method, as are all methods that are not given here. */
async function withAgent<T>(
  methods: Readonly<Record<string, Answer>>,
  use: (url: string, calls: readonly string[]) => Promise<T>,
  streaming = false,
): Promise<T> {
  const agent = await scriptedAgent(methods, { streaming });
  try {
    return await use(agent.url, agent.calls);
  } finally {
    await agent.close();
  }
}

const options = { http, bounds: SHORT, aftercareMs: 0, timeoutMs: HOUR_MS };

describe('a task that the agent serves no reads of', () => {
  it('is cancelled soon where nothing else tells how it goes on, and given to nobody else', async () => {
    const SendMessage = answers({ task: task('WORKING') });
    const methods = { SendMessage, CancelTask: answers(task('CANCELED')) };
    await withAgent(methods, (url, calls) =>
      withAgent({ SendMessage }, async (other, others) => {
        const outcome = delegate(url, 'do it', { ...options, alternatives: [other] }).outcome;
        await assert.rejects(outcome, (error: unknown) => {
          assert.ok(error instanceof AgentCardLifecycleViolation);
          assert.match(error.message, /reads of task t1.* are refused as MethodNotFound/);
          assert.deepEqual([error.outcome?.kind, error.outcome?.ok], ['canceled', false]);
          return true;
        });
        assert.ok(calls.includes('CancelTask'));
        // Whether the cancel stopped it no read shows, so that it may have been done.
        assert.deepEqual(others, []);
      }),
    );
  });

  it('has the end that its stream tells, unconfirmed', async () => {
    const frames = [{ task: task('WORKING') }, { statusUpdate: { taskId: 't1', ...ids, ...task('COMPLETED') } }];
    const SendStreamingMessage: Answer = ({ id }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const result of frames) response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      response.end();
    };
    const SendMessage = answers({ task: task('WORKING') });
    const methods = { SendMessage, SendStreamingMessage, SubscribeToTask: SendStreamingMessage };
    const use = (url: string) => delegate(url, 'do it', options).outcome;
    const outcome = await withAgent(methods, use, true);
    assert.deepEqual([outcome.kind, 'confirmed' in outcome && outcome.confirmed], ['completed', false]);
  });

  it('waits for its caller on the word of the agent, and goes on with the answer', async () => {
    let sends = 0;
    const SendMessage: Answer = (call, response, request) => {
      const result = sends++ === 0 ? task('INPUT_REQUIRED', { message: question }) : task('COMPLETED');
      answers({ task: result })(call, response, request);
    };
    await withAgent({ SendMessage }, async (url) => {
      const run = delegate(url, 'do it', options);
      const outcome = await run.outcome;
      assert.equal(outcome.kind, 'input-required');
      const end = await run.resume('this one').outcome;
      assert.deepEqual([end.kind, 'confirmed' in end && end.confirmed], ['completed', false]);
    });
  });

  it('waits for its caller on what its stream tells alone, too', async () => {
    const frames = [
      { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } },
      { statusUpdate: { taskId: 't1', ...ids, ...task('INPUT_REQUIRED', { message: question }) } },
    ];
    const SendStreamingMessage: Answer = ({ id }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const result of frames) response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      response.end();
    };
    const SendMessage = answers({ task: task('WORKING') });
    const use = (url: string) => delegate(url, 'do it', options).outcome;
    const outcome = await withAgent({ SendMessage, SubscribeToTask: SendStreamingMessage }, use, true);
    assert.ok(outcome.kind === 'input-required', outcome.kind);
    assert.equal(outcome.task.statusMessage?.parts[0]?.text, 'Which one?');
  });

  it('is left alone where it was only taken up again', async () => {
    const calls = await withAgent({ CancelTask: answers(task('CANCELED')) }, async (url, asked) => {
      const run = followTask(url, 't1', { ...options, timeoutMs: 1_000, detach: true });
      assert.equal((await run.outcome).kind, 'outcome-unknown');
      return [...asked];
    });
    assert.ok(calls.filter((method) => method === 'GetTask').length > 3);
    assert.ok(!calls.includes('CancelTask'));
  });
});
