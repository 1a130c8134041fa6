import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { delegate } from '../../src/guard/delegate.ts';
import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import { SHORT } from '../guard/short-bounds.ts';
import { text } from '../protocol/conversation.ts';
import { quietSdks } from './quiet.ts';
import { type RealAgent, startRealAgent } from './sdk-agent.ts';
import { type Supervised, supervise } from './supervised.ts';
import type { AgentSetup } from './work.ts';

/*
 * What the servers of the SDKs are known to do against their own word, done by them again: each entry of
 * docs/evidence.md that such a server can be brought to by a caller is found live.
 */

quietSdks();
const agents: RealAgent[] = [];
const supervised: Supervised[] = [];
after(async () => {
  await Promise.all(supervised.map((one) => one.close()));
  await Promise.all(agents.map((agent) => agent.close()));
});

async function start(dialect: Dialect, binding: Binding = 'JSONRPC', setup: Partial<AgentSetup> = {}) {
  const agent = await startRealAgent(dialect, binding, setup);
  agents.push(agent);
  return agent;
}

async function startSupervised(...args: Parameters<typeof start>): Promise<Supervised> {
  const one = await supervise((await start(...args)).url);
  supervised.push(one);
  return one;
}

describe('an executor that throws', { concurrency: true }, () => {
  it('SDK025-2: ends the stream of 0.2 with a task that nobody knows, and the real one stays submitted', async () => {
    const task = await startSupervised('0.2');
    const seen = await task.call({ operation: 'SendStreamingMessage', message: text('throw') });
    const first = seen.find((one) => one.kind === 'task');
    const read = await task.expect('task', { operation: 'GetTask', taskId: first?.task.id ?? '' });
    assert.equal(read.task.state, 'submitted');
    assert.ok(task.rules().includes('stream/foreign-task'), task.rules().join());
    assert.ok(task.rules().includes('stream/no-terminal'), task.rules().join());
  });

  for (const [dialect, binding] of [
    ['0.2', 'JSONRPC'],
    ['0.3', 'JSONRPC'],
    ['0.3', 'HTTP+JSON'],
  ] as const) {
    it(`${dialect} over ${binding}: keeps a task that was sent without waiting submitted, until it is cancelled`, async () => {
      const agent = await start(dialect, binding);
      // The first stream may still hear of the task that nobody knows; a later one just ends.
      const telling: readonly string[] = ['stream/no-terminal', 'stream/foreign-task'];
      const running = delegate(agent.url, 'throw', {
        bounds: SHORT,
        timeoutMs: 30_000,
        onEvent: (event) => {
          if (event.kind === 'finding' && telling.includes(event.finding.rule)) running.cancel();
        },
      });
      const outcome = await running.outcome;
      assert.equal(outcome.kind, 'canceled');
      assert.equal(outcome.stopped, 'cancel');
    });
  }

  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    it(`1.0 over ${binding}: has failed, and says so`, async () => {
      const outcome = await delegate((await start('1.0', binding)).url, 'throw', { bounds: SHORT }).outcome;
      assert.equal(outcome.kind, 'failed');
      assert.deepEqual(
        outcome.findings.filter(({ severity }) => severity === 'error'),
        [],
      );
    });
  }
});

describe('a cancel that the executor ignores', { concurrency: true }, () => {
  for (const [dialect, binding] of [
    ['0.3', 'JSONRPC'],
    ['0.3', 'HTTP+JSON'],
    ['1.0', 'JSONRPC'],
    ['1.0', 'HTTP+JSON'],
  ] as const) {
    it(`SDK0314-5, ${dialect} over ${binding}: hangs until the work is done, and that is what the outcome says`, async () => {
      const agent = await start(dialect, binding, { cancelStyle: 'ignore' });
      // Longer than the work, so that its end is seen.
      const cancelWatchMost = { ms: 30_000, source: 'task-class' } as const;
      const bounds = { ...SHORT, cancelWatchMost, cancelAnswer: { ms: 100, source: 'task-class' } as const };
      const running = delegate(agent.url, 'slow 60', {
        bounds,
        onEvent: ({ kind }) => {
          if (kind === 'artifact') running.cancel();
        },
      });
      const outcome = await running.outcome;
      // The cancel makes the server store each piece twice (SDK0314-10), which is told where the stream had it from its begin.
      const doubled = outcome.kind === 'completed-disputed' && outcome.storedTwice === true;
      assert.ok(doubled || outcome.kind === 'completed-before-cancel', outcome.kind);
      assert.equal(outcome.ok, false);
      assert.ok(outcome.findings.some(({ rule }) => rule === 'cancel/hangs'));
    });

    it(`SDK0314-10, SDK130-8, ${dialect} over ${binding}: makes it keep twice what its stream has once`, async () => {
      const task = await startSupervised(dialect, binding, { cancelStyle: 'ignore' });
      const { client, observe } = task;
      let canceled: Promise<void> | undefined;
      const seen = await task.call({ operation: 'SendStreamingMessage', message: text('slow 6') }, (one) => {
        if (one.kind !== 'artifact' || canceled !== undefined) return;
        canceled = client.ask({ operation: 'CancelTask', taskId: one.taskId ?? '' }, observe);
      });
      await canceled;
      const taskId = seen.find((one) => one.kind === 'task')?.task.id ?? '';
      for (let read = 0; read < 2; read++) {
        const { task: held } = await task.expect('task', { operation: 'GetTask', taskId });
        const ticks = held.artifacts?.flatMap(({ parts }) => parts.map((part) => part.text?.trim())) ?? [];
        assert.ok(ticks.length > 6 && new Set(ticks).size === 6, ticks.join());
        await pause(50);
      }
      assert.ok(task.rules().includes('stream/diverges-from-task'), task.rules().join());
      assert.ok(task.rules().includes('settle/disputed'), task.rules().join());
    });
  }

  it('0.2: is answered by a task that works on, and completes', async () => {
    const agent = await start('0.2', 'JSONRPC', { cancelStyle: 'ignore' });
    const running = delegate(agent.url, 'slow 10', {
      bounds: SHORT,
      onEvent: ({ kind }) => {
        if (kind === 'artifact') running.cancel();
      },
    });
    const outcome = await running.outcome;
    assert.equal(outcome.kind, 'completed-before-cancel');
    assert.ok(outcome.findings.some(({ rule }) => rule === 'cancel/not-terminal'));
  });
});

describe('a follow-up in a context that is not its task’s', { concurrency: true }, () => {
  for (const [dialect, binding, id] of [
    ['0.2', 'JSONRPC', 'SDK025-6'],
    ['0.3', 'JSONRPC', 'SDK0314-7'],
    ['0.3', 'HTTP+JSON', 'SDK0314-7'],
  ] as const) {
    it(`${id}: is taken by ${dialect} over ${binding}`, async () => {
      const task = await startSupervised(dialect, binding);
      const asked = await task.expect('task', { operation: 'SendMessage', message: text('clarify'), blocking: true });
      const message = { ...text('the blue one', { taskId: asked.task.id }), contextId: crypto.randomUUID() };
      await task.expect('task', { operation: 'SendMessage', message, blocking: true });
      assert.ok(task.rules().includes('task/context-mismatch-accepted'), task.rules().join());
    });
  }

  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    it(`is refused by 1.0 over ${binding}`, async () => {
      const task = await startSupervised('1.0', binding);
      const asked = await task.expect('task', { operation: 'SendMessage', message: text('clarify'), blocking: true });
      const message = { ...text('the blue one', { taskId: asked.task.id }), contextId: crypto.randomUUID() };
      await task.expect('error', { operation: 'SendMessage', message, blocking: true });
      assert.ok(!task.rules().includes('task/context-mismatch-accepted'));
    });
  }
});

describe('what else a caller notices', { concurrency: true }, () => {
  it('SDK025-4: 0.2 sends all of the history where none is asked for', async () => {
    const task = await startSupervised('0.2');
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('hello'), blocking: true });
    const read = await task.expect('task', { operation: 'GetTask', taskId: sent.task.id, historyLength: 0 });
    assert.ok((read.task.history?.length ?? 0) > 0);
    assert.ok(task.rules().includes('history/zero-ignored'));
  });

  it('SDK025-9: 0.2 has its card at the path of its own time, and it is found there', async () => {
    const agent = await start('0.2');
    const outcome = delegate(agent.url, 'message', { bounds: SHORT });
    const [planned] = await outcome[Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value]);
    assert.equal(planned?.kind === 'planned' && planned.agent.cardUrl, `${agent.url}/.well-known/agent.json`);
    await outcome.outcome;
  });

  it('SDK0314-3: 0.3 loses the codes of its errors where it is loaded by require()', async () => {
    for (const commonjs of [false, true]) {
      const task = await startSupervised('0.3', 'JSONRPC', { commonjs });
      const sent = await task.expect('task', { operation: 'SendMessage', message: text('hello'), blocking: true });
      const late = await task.expect('error', { operation: 'CancelTask', taskId: sent.task.id });
      assert.equal(late.name, commonjs ? 'InternalError' : 'TaskNotCancelable');
      assert.equal(task.rules().includes('cancel/wrong-error'), commonjs, task.rules().join());
    }
  });

  it('SDK0314-8: 0.3 over HTTP+JSON answers for a web-hook that is gone as if it had broken down', async () => {
    const task = await startSupervised('0.3', 'HTTP+JSON', { push: true });
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('slow 500'), blocking: false });
    const at = { taskId: sent.task.id, configId: 'hook' };
    const push = { id: 'hook', url: 'http://127.0.0.1:9/' };
    await task.expect('config', { operation: 'CreateTaskPushNotificationConfig', taskId: at.taskId, push });
    await task.expect('config', { operation: 'DeleteTaskPushNotificationConfig', ...at });
    const gone = await task.expect('error', { operation: 'GetTaskPushNotificationConfig', ...at });
    assert.equal(gone.httpStatus, 500);
    assert.ok(task.rules().includes('error/task-not-found'), task.rules().join());
    await task.expect('task', { operation: 'CancelTask', taskId: at.taskId });
  });

  it('SDK130-7: 1.0 names the state of a task by the number of an enum', async () => {
    const task = await startSupervised('1.0');
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('hello'), blocking: true });
    const message = text('more', { taskId: sent.task.id });
    const refused = await task.expect('error', { operation: 'SendMessage', message, blocking: true });
    assert.match(refused.message, /\(3\)/);
    assert.ok(task.rules().includes('error/opaque-message'));
  });

  it('SDK130-3: 1.0 answers a second cancel like the first, which is no finding', async () => {
    const task = await startSupervised('1.0');
    const sent = await task.expect('task', { operation: 'SendMessage', message: text('slow 500'), blocking: false });
    for (let time = 0; time < 2; time++) {
      const canceled = await task.expect('task', { operation: 'CancelTask', taskId: sent.task.id });
      assert.equal(canceled.task.state, 'canceled');
    }
    assert.deepEqual(task.rules(), []);
  });
});
