import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { delegate } from '../../src/guard/delegate.ts';
import type { Observation } from '../../src/protocol/observation.ts';
import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import { type PushListener, pushListener } from '../../src/push/push-listener.ts';
import type { WebHook } from '../../src/push/web-hook.ts';
import { SHORT } from '../guard/short-bounds.ts';
import { text } from '../protocol/conversation.ts';
import { quietSdks } from './quiet.ts';
import { type RealAgent, startRealAgent } from './sdk-agent.ts';
import { type Supervised, supervise } from './supervised.ts';

/*
 * What the senders of the SDKs really deliver to our own listener. A hint leads to a read, and the reads are believed.
 */

quietSdks();
const agents: RealAgent[] = [];
const supervised: Supervised[] = [];
let listener: PushListener;
before(async () => {
  listener = await pushListener();
});
after(async () => {
  await Promise.all(supervised.map((one) => one.close()));
  await Promise.all(agents.map((agent) => agent.close()));
  await listener.close();
});

interface Pushed {
  readonly task: Supervised;
  readonly delivered: readonly Observation[];
  /** The states that reads showed, each read made upon a hint. */
  readonly read: readonly (string | undefined)[];
}

/** Has work done that is only watched by push, or for so long as a push may take. */
async function watchByPush(
  dialect: Dialect,
  binding: Binding,
  options: { readonly compat?: boolean; readonly inline?: boolean; readonly streaming?: boolean } = {},
): Promise<Pushed> {
  const { inline = false, compat = false, streaming = true } = options;
  const agent = await startRealAgent(dialect, binding, { push: true, compat, streaming });
  agents.push(agent);
  const task = await supervise(agent.url);
  supervised.push(task);
  const delivered: Observation[] = [];
  const read: (string | undefined)[] = [];
  let hinted = 0;
  const hook = (id?: string): WebHook =>
    listener.register({
      speaks: task.client,
      ...(id === undefined ? {} : { taskId: id }),
      observe: (seen) => {
        delivered.push(seen);
        task.observe(seen);
      },
      onHint: () => {
        hinted++;
      },
    });

  const inlined = inline ? hook() : undefined;
  const push = inlined === undefined ? {} : { push: inlined.registration };
  const sent = await task.expect('task', {
    operation: 'SendMessage',
    message: text('slow 4'),
    blocking: false,
    ...push,
  });
  const taskId = sent.task.id;
  const webHook = inlined ?? hook(taskId);
  if (!inline) {
    const call = { operation: 'CreateTaskPushNotificationConfig', taskId, push: webHook.registration } as const;
    await task.expect('config', call);
  }
  // The end is delivered a moment after reads show it.
  for (
    let patience = dialect === '0.2' ? 20 : 400;
    patience > 0 && !(read.at(-1) === 'completed' && delivered.some(isEnd));
    patience--
  ) {
    if (hinted === 0) await pause(25);
    if (hinted === 0) continue;
    hinted = 0;
    read.push((await task.expect('task', { operation: 'GetTask', taskId })).task.state);
  }
  if (read.length === 0) {
    for (let time = 0; time < 2; time++) {
      await task.expect('task', { operation: 'GetTask', taskId });
      await pause(150);
    }
    const bound = { ms: 150, source: 'default' } as const;
    task.observe({
      kind: 'silence',
      bound,
      vantage: webHook.vantage,
      received: performance.timeOrigin + performance.now(),
    });
  }
  return { task, delivered, read };
}

describe('web-hooks of real agents', { concurrency: true }, () => {
  it('SDK025-1: 0.2 takes a web-hook, and never calls it', async () => {
    const { task, delivered } = await watchByPush('0.2', 'JSONRPC');
    assert.deepEqual(delivered, []);
    assert.ok(task.rules().includes('push/never-delivered'), task.rules().join());
  });

  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    it(`SDK0314-2: 0.3 over ${binding} calls it to the end, with the token and without the credentials`, async () => {
      const { task, delivered, read } = await watchByPush('0.3', binding);
      assert.equal(read.at(-1), 'completed');
      assert.ok(delivered.some(isEnd));
      assert.deepEqual(errorsOf(task), ['push/auth-missing']);
    });
  }

  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    for (const inline of [false, true]) {
      it(`1.0 over ${binding} calls it to the end, registered ${inline ? 'with the message' : 'by a call'}`, async () => {
        const { task, delivered, read } = await watchByPush('1.0', binding, { inline });
        assert.equal(read.at(-1), 'completed');
        assert.ok(delivered.some(isEnd));
        assert.deepEqual(errorsOf(task), []);
      });
    }
  }

  it('SDK130-5: 1.0 in the guise of 0.3 delivers what only 1.0 has', async () => {
    const { task, read } = await watchByPush('1.0', 'JSONRPC', { compat: true });
    assert.equal(read.at(-1), 'completed');
    assert.ok(task.rules().includes('push/payload'), task.rules().join());
  });
});

describe('a delegation that has a listener', { concurrency: true }, () => {
  const bounds = { ...SHORT, pollFirst: { ms: 60_000, source: 'task-class' } as const };

  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    it(`reads 1.0 over ${binding} when it is told to, and not before`, async () => {
      const agent = await startRealAgent('1.0', binding, { push: true, streaming: false });
      agents.push(agent);
      const outcome = await delegate(agent.url, 'slow 10', { push: listener, bounds, timeoutMs: 50_000 }).outcome;
      assert.equal(outcome.kind, 'completed');
      assert.equal(outcome.ok, true);
      assert.deepEqual(
        outcome.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
        [],
      );
    });
  }

  it('finds that 0.3 leaves out the credentials', async () => {
    const agent = await startRealAgent('0.3', 'JSONRPC', { push: true, streaming: false });
    agents.push(agent);
    const outcome = await delegate(agent.url, 'slow 10', { push: listener, bounds, timeoutMs: 50_000 }).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.ok(outcome.findings.some(({ rule }) => rule === 'push/auth-missing'));
  });
});

function isEnd(seen: Observation): boolean {
  return (seen.kind === 'task' ? seen.task.state : seen.kind === 'status' ? seen.state : undefined) === 'completed';
}

function errorsOf({ findings }: Supervised): readonly string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
}
