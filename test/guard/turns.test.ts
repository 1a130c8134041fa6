import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate, followTask } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import type { GuardError } from '../../src/guard/guard-error.ts';
import { type DeviationChoice, doubledMessages, type LabPeer, startLab } from '../../src/lab/index.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { result, scriptedAgent } from './scripted-agent.ts';
import { SHORT, STEP_MS } from './short-bounds.ts';

const peers: { close(): Promise<void> }[] = [];
after(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
});

async function lab(...deviations: DeviationChoice[]): Promise<LabPeer> {
  const peer = await startLab({ deviations, bindings: ['JSONRPC'], stepMs: STEP_MS });
  peers.push(peer);
  return peer;
}

const OPTIONS: DelegateOptions = { bounds: SHORT, aftercareMs: 0 };
const DATA = [{ data: { answer: 42 } }];
const sends = (peer: LabPeer): number =>
  peer.ledger.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'send').length;

describe('a task that asks', () => {
  it('goes on with the answer, on the same task, to its verified end', async () => {
    const peer = await lab();
    const first = delegate(peer.url, 'clarify please', OPTIONS);
    const asked = await first.outcome;
    assert.equal(asked.kind, 'input-required');
    const outcome = await first.resume('tomorrow').outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal('task' in outcome && outcome.task?.id, 'task' in asked && asked.task?.id);
    assert.deepEqual(outcome.findings, []);
    assert.equal(sends(peer), 2);
    assert.deepEqual(doubledMessages(peer.ledger), []);
  });

  it('is answered by a handler, which may also hand it back', async () => {
    const peer = await lab();
    const answered = await delegate(peer.url, 'clarify please', { ...OPTIONS, answer: () => 'tomorrow' }).outcome;
    assert.equal(answered.kind, 'completed');
    const handedBack = await delegate(peer.url, 'clarify please', { ...OPTIONS, answer: () => undefined }).outcome;
    assert.equal(handedBack.kind, 'input-required');
  });

  it('is cancelled when its caller withdraws', async () => {
    const first = delegate((await lab()).url, 'clarify please', OPTIONS);
    await first.outcome;
    const outcome = await first.withdraw().outcome;
    assert.equal(outcome.kind, 'canceled');
    assert.equal('confirmed' in outcome && outcome.confirmed, true);
  });

  it('can be taken up by its id alone', async () => {
    const peer = await lab();
    const asked = await delegate(peer.url, 'clarify please', OPTIONS).outcome;
    const taskId = 'task' in asked ? (asked.task?.id ?? '') : '';
    const again = followTask(peer.url, taskId, OPTIONS);
    assert.equal((await again.outcome).kind, 'input-required');
    assert.equal((await again.resume('tomorrow').outcome).kind, 'completed');
    assert.equal(sends(peer), 2);
  });

  it('refuses an answer while it does not wait', async () => {
    const done = delegate((await lab()).url, 'hello', OPTIONS);
    await assert.rejects(done.resume('more').outcome, (error: GuardError) => {
      assert.equal(error.code, 'not-waiting');
      return /completed/.test(error.message);
    });
  });
});

describe('an answer in data', () => {
  it('goes as text, so that an agent whose runtime takes only text does not fail the task over it', async () => {
    const peer = await lab('resume-rejects-data');
    const events: DelegationEvent[] = [];
    const first = delegate(peer.url, 'clarify please', { ...OPTIONS, onEvent: (event) => events.push(event) });
    await first.outcome;
    const outcome = await first.resume(DATA).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.deepEqual(
      events.find((event) => event.kind === 'resuming'),
      { kind: 'resuming', bridged: ['application/json'] },
    );
  });

  it('is not sent where nothing is known and nothing may be bridged, and the task waits as before', async () => {
    const peer = await lab('resume-rejects-data');
    const first = delegate(peer.url, 'clarify please', { ...OPTIONS, bridge: false });
    await first.outcome;
    await assert.rejects(first.resume(DATA).outcome, (error: GuardError) => error.code === 'mode-unknown');
    assert.equal(sends(peer), 1);
    assert.equal((await first.resume('tomorrow').outcome).kind, 'completed');
  });

  it('is tried if the caller says so, and what comes of it is remembered for the next task', async () => {
    const peer = await lab('resume-rejects-data');
    const trust = new PeerCapabilityCache();
    const options: DelegateOptions = { ...OPTIONS, trust, bridge: false, unknownModes: 'try' };
    const first = delegate(peer.url, 'clarify please', options);
    await first.outcome;
    const outcome = await first.resume(DATA).outcome;
    assert.notEqual(outcome.kind, 'completed');
    assert.ok(outcome.findings.some(({ rule }) => rule.startsWith('resume/') || rule.startsWith('modes/')));
    const second = delegate(peer.url, 'clarify please', options);
    await second.outcome;
    await assert.rejects(second.resume(DATA).outcome, (error: GuardError) => error.code === 'mode-rejected');
    assert.equal((await second.resume('tomorrow').outcome).kind, 'completed');
  });

  it('is sent as it is where the agent is known to take it', async () => {
    const peer = await lab();
    const trust = new PeerCapabilityCache();
    const options: DelegateOptions = { ...OPTIONS, trust, unknownModes: 'try', bridge: false };
    const first = delegate(peer.url, 'clarify please', options);
    await first.outcome;
    assert.equal((await first.resume(DATA).outcome).kind, 'completed');
    const events: DelegationEvent[] = [];
    const second = delegate(peer.url, 'clarify please', {
      ...OPTIONS,
      trust,
      onEvent: (event) => events.push(event),
    });
    await second.outcome;
    assert.equal((await second.resume(DATA).outcome).kind, 'completed');
    assert.deepEqual(
      events.find((event) => event.kind === 'resuming'),
      { kind: 'resuming', bridged: [] },
    );
  });
});

describe('the handler that answers', () => {
  it('throws to its caller, once the task is cancelled', async () => {
    const peer = await lab();
    const thrown = new Error('no idea');
    const answer = (): never => {
      throw thrown;
    };
    await assert.rejects(
      delegate(peer.url, 'clarify please', { ...OPTIONS, answer }).outcome,
      (error) => error === thrown,
    );
    assert.ok(peer.ledger.entries.some((entry) => entry.kind === 'request' && entry.operation === 'cancel'));
  });

  it('has as long as the task has, which is then cancelled', async () => {
    const never = new Promise<undefined>(() => undefined);
    const options: DelegateOptions = { ...OPTIONS, timeoutMs: 25 * STEP_MS, answer: () => never };
    const outcome = await delegate((await lab()).url, 'clarify please', options).outcome;
    assert.equal(outcome.kind, 'canceled');
    assert.equal(outcome.stopped, 'deadline');
  });

  it('is not asked for ever: a task that goes on asking is handed back', async () => {
    let turns = 0;
    const asking = () => ({
      id: 't1',
      contextId: 'c1',
      status: { state: 'TASK_STATE_INPUT_REQUIRED', timestamp: `2026-01-01T00:00:${10 + turns}Z` },
    });
    const agent = await scriptedAgent({
      SendMessage: result(() => {
        turns++;
        return { task: asking() };
      }),
      GetTask: result(asking),
    });
    peers.push(agent);
    const outcome = await delegate(agent.url, 'x', { ...OPTIONS, answer: () => 'again' }).outcome;
    assert.equal(outcome.kind, 'input-required');
    assert.equal(turns, 11);
  });
});

it('misses the history that a card claims, whichever read is the first to show the question', async () => {
  for (let run = 0; run < 3; run++) {
    const outcome = await delegate((await lab('history-empty')).url, 'clarify please', OPTIONS).outcome;
    assert.ok(outcome.findings.some(({ rule }) => rule === 'history/empty-on-input-required'));
  }
});
