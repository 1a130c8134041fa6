import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { UnnegotiableAgentCardError } from '../../src/contract/unnegotiable-error.ts';
import { awaitTerminalState } from '../../src/guard/await-terminal-state.ts';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import { openStreamingTask } from '../../src/guard/open-streaming-task.ts';
import { AgentCardContractViolation, AgentCardLifecycleViolation } from '../../src/guard/violations.ts';
import { type DeviationChoice, type LabPeer, startLab } from '../../src/lab/index.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { SHORT, STEP_MS } from './short-bounds.ts';

const peers: LabPeer[] = [];
after(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
});

async function lab(...deviations: DeviationChoice[]): Promise<LabPeer> {
  const peer = await startLab({ deviations, bindings: ['JSONRPC'], stepMs: STEP_MS });
  peers.push(peer);
  return peer;
}

const OPTIONS: DelegateOptions = { bounds: SHORT, aftercareMs: 0 };
const NEEDS_STREAM: DelegateOptions = { ...OPTIONS, task: { needs: ['streaming'] } };
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
}
const sends = (peer: LabPeer): number =>
  peer.ledger.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'send').length;

describe('an agent that breaks what the plan rests on', () => {
  it('loses the task, which is cancelled and watched, and never gets that work again', async () => {
    const peer = await lab('mute-stream');
    const trust = new PeerCapabilityCache();
    const options: DelegateOptions = { ...NEEDS_STREAM, trust, idempotencyKey: 'order-17' };
    const violation = await failureOf(delegate(peer.url, 'slow 100', options).outcome);
    assert.ok(violation instanceof AgentCardLifecycleViolation);
    assert.equal(violation.code, 'lifecycle-violation');
    assert.ok(violation.findings.some(({ rule }) => rule === 'stream/silent'));
    assert.equal(violation.outcome?.kind, 'canceled');
    const again = await failureOf(delegate(peer.url, 'slow 100', options).outcome);
    assert.ok(again instanceof UnnegotiableAgentCardError);
    assert.ok(again.reasons.some(({ rule }) => rule === 'contract/refused-before'));
    assert.equal(sends(peer), 1);
  });

  it('never gets it again under the id of its message, where the work has no other name', async () => {
    const peer = await lab('mute-stream');
    const options: DelegateOptions = { ...NEEDS_STREAM, trust: new PeerCapabilityCache(), messageId: 'message-17' };
    await failureOf(delegate(peer.url, 'slow 100', options).outcome);
    const again = await failureOf(delegate(peer.url, 'slow 100', options).outcome);
    assert.ok(again instanceof UnnegotiableAgentCardError);
    assert.ok(again.reasons.some(({ rule }) => rule === 'contract/refused-before'));
    assert.equal(sends(peer), 1);
  });

  it('hands the work on to the alternative that its caller has', async () => {
    const [mute, honest] = [await lab('mute-stream'), await lab()];
    const events: DelegationEvent[] = [];
    const outcome = await delegate(mute.url, 'slow 100', {
      ...NEEDS_STREAM,
      alternatives: [honest.url],
      task: { needs: ['streaming'] },
      onEvent: (event) => events.push(event),
    }).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal(events.find((event) => event.kind === 'moving')?.to, honest.url);
    assert.equal(sends(mute) + sends(honest), 2);
  });

  it('keeps the task where the plan can do without that claim', async () => {
    const outcome = await delegate((await lab('mute-stream')).url, 'slow 30', OPTIONS).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.ok(outcome.findings.some(({ rule }) => rule === 'stream/silent'));
  });
});

describe('trust', () => {
  it('leaves a stream out that was found mute, and reads from the start', async () => {
    const peer = await lab('mute-stream');
    const trust = new PeerCapabilityCache();
    await delegate(peer.url, 'slow 30', { ...OPTIONS, trust }).outcome;
    const events: DelegationEvent[] = [];
    const second = delegate(peer.url, 'hello', { ...OPTIONS, trust, onEvent: (event) => events.push(event) });
    assert.equal((await second.outcome).kind, 'completed');
    const planned = events.find((event) => event.kind === 'planned');
    assert.equal(planned?.agent.opening, 'poll');
  });

  it('sends on a stream straight away once one was seen to work, by a canary that costs nothing', async () => {
    const peer = await lab();
    const trust = new PeerCapabilityCache();
    const options: DelegateOptions = { ...OPTIONS, trust, canary: 'hello' };
    for (const messages of [2, 3]) {
      const events: DelegationEvent[] = [];
      const run = delegate(peer.url, 'hello', { ...options, onEvent: (event) => events.push(event) });
      assert.equal((await run.outcome).kind, 'completed');
      const planned = events.flatMap((event) => (event.kind === 'planned' ? [event.agent.opening] : []));
      assert.deepEqual(planned, ['stream']);
      const sent = peer.ledger.entries.filter(({ kind, operation }) => kind === 'request' && operation === 'stream');
      assert.equal(sent.length, messages);
    }
  });
});

describe('the result that was asked for', () => {
  it('makes a completed task unusable that lacks it', async () => {
    const { url } = await lab();
    const outcome = await delegate(url, 'hello', { ...OPTIONS, result: { artifacts: 3 } }).outcome;
    assert.equal(outcome.kind, 'completed-unusable');
    assert.equal(outcome.ok, false);
    assert.equal((await delegate(url, 'hello', { ...OPTIONS, result: { artifacts: 1 } }).outcome).kind, 'completed');
  });
});

describe('the operations of the source documents', () => {
  it('open a task on a stream, or by reads where the stream is mute', async () => {
    const honest = await openStreamingTask((await lab()).url, 'slow 20', OPTIONS);
    assert.equal(honest.by, 'stream');
    assert.equal((await honest.task.outcome).kind, 'completed');
    const mute = await openStreamingTask((await lab('mute-stream')).url, 'slow 40', OPTIONS);
    assert.equal(mute.by, 'reads');
    assert.equal((await mute.task.outcome).kind, 'completed');
    const insisted = await failureOf(
      openStreamingTask((await lab('mute-stream')).url, 'slow 100', { ...OPTIONS, streamOnly: true }),
    );
    assert.ok(insisted instanceof AgentCardContractViolation);
    assert.equal(insisted.code, 'no-stream');
    assert.equal(insisted.outcome?.kind, 'canceled');
  });

  it('await a verified end, and throw where there is none', async () => {
    const peer = await lab();
    const running = delegate(peer.url, 'hello', OPTIONS);
    const outcome = await running.outcome;
    const taskId = 'task' in outcome ? (outcome.task?.id ?? '') : '';
    assert.equal((await awaitTerminalState(peer.url, taskId, OPTIONS)).kind, 'completed');
    const liar = await lab('growing-artifacts');
    const grown = await delegate(liar.url, 'hello', OPTIONS).outcome;
    const grownId = 'task' in grown ? (grown.task?.id ?? '') : '';
    const violation = await failureOf(awaitTerminalState(liar.url, grownId, OPTIONS));
    assert.ok(violation instanceof AgentCardContractViolation);
    assert.equal(violation.code, 'unverified-end');
  });
});
