import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import { type DeviationChoice, startLab } from '../../src/lab/index.ts';
import type { Observation } from '../../src/protocol/observation.ts';
import { pushListener } from '../../src/push/push-listener.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { failure, type RpcCall, result, scriptedAgent, task } from './scripted-agent.ts';
import { SHORT, STEP_MS } from './short-bounds.ts';

const closing: { close(): Promise<void> }[] = [];
after(async () => {
  await Promise.all(closing.map((one) => one.close()));
});

async function run(...deviations: DeviationChoice[]) {
  const peer = await startLab({ deviations, bindings: ['JSONRPC'], stepMs: STEP_MS });
  const listener = await pushListener();
  closing.push(peer, listener);
  const trust = new PeerCapabilityCache();
  const seen: Observation[] = [];
  const lazy = { ms: 5_000, source: 'task-class' } as const;
  const outcome = await delegate(peer.url, 'slow 10', {
    // Without a delivery, the end would be read only seconds later.
    bounds: { ...SHORT, pollFirst: lazy, pollMost: lazy },
    aftercareMs: 0,
    push: listener,
    trust,
    onObservation: (one) => seen.push(one),
  }).outcome;
  return { outcome, seen };
}

describe('a delivery to a web-hook', () => {
  it('makes that the task is read, and is believed in nothing', async () => {
    const { outcome, seen } = await run();
    assert.equal(outcome.kind, 'completed');
    assert.deepEqual(outcome.findings, []);
    assert.ok(seen.some(({ vantage }) => vantage.channel === 'push'));
    const order = seen.filter(({ kind }) => kind === 'task').map(({ vantage }) => vantage.operation);
    assert.ok(order.filter((operation) => operation === 'GetTask').length >= 2);
  });

  it('that never comes leaves the task to reads', async () => {
    const { outcome, seen } = await run('push-never-delivered');
    assert.equal(outcome.kind, 'completed');
    assert.ok(!seen.some(({ vantage }) => vantage.channel === 'push'));
  });

  it('that lacks its credentials is found, and no hint', async () => {
    const { outcome } = await run('push-unauthenticated');
    assert.equal(outcome.kind, 'completed');
    assert.ok(outcome.findings.some(({ rule }) => rule === 'push/auth-missing'));
  });
});

it('a send that is refused for its web-hook is not sent again, and the next one has none', async () => {
  const hooked = ({ params }: RpcCall): boolean =>
    (params['configuration'] as { taskPushNotificationConfig?: unknown } | undefined)?.taskPushNotificationConfig !==
    undefined;
  const hooks: boolean[] = [];
  const done = task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] });
  const agent = await scriptedAgent(
    {
      SendMessage: (call, response, request) => {
        hooks.push(hooked(call));
        (hooked(call) ? failure(-32003) : result(() => ({ task: done })))(call, response, request);
      },
      GetTask: result(() => done),
    },
    { streaming: false, pushNotifications: true },
  );
  const push = await pushListener();
  closing.push(agent, push);
  const options = { bounds: SHORT, aftercareMs: 0, push, trust: new PeerCapabilityCache() };
  const first = await delegate(agent.url, 'x', options).outcome;
  assert.equal(first.kind, 'outcome-unknown');
  assert.deepEqual(
    first.findings.map(({ rule }) => rule),
    ['push/config-rejected'],
  );
  assert.equal((await delegate(agent.url, 'x', options).outcome).kind, 'completed');
  assert.deepEqual(hooks, [true, false]);
});
