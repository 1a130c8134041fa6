import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { type DeviationChoice, doubledMessages, type LabPeer, startLab } from '../../src/lab/index.ts';
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

interface Run {
  readonly outcome: Outcome;
  readonly events: readonly DelegationEvent[];
  /** What had been told by the time the cancel was asked. */
  readonly beforeCancel: number;
}

async function run(
  peer: LabPeer,
  text: string,
  { cancelAtArtifact, ...options }: DelegateOptions & { readonly cancelAtArtifact?: number } = {},
): Promise<Run> {
  const events: DelegationEvent[] = [];
  let beforeCancel = -1;
  let artifacts = 0;
  const delegation = delegate(peer.url, text, {
    bounds: SHORT,
    ...options,
    onEvent: (event) => {
      events.push(event);
      if (event.kind === 'artifact') artifacts++;
      if (event.kind === 'artifact' && artifacts === cancelAtArtifact) {
        delegation.cancel();
        beforeCancel = events.length;
      }
    },
  });
  return { outcome: await delegation.outcome, events, beforeCancel };
}

const rulesOf = (outcome: Outcome): readonly string[] => outcome.findings.map(({ rule }) => rule);
const textOf = (outcome: Outcome): string =>
  'task' in outcome
    ? (outcome.task?.artifacts ?? []).flatMap(({ parts }) => parts.map(({ text }) => text ?? '')).join('')
    : '';
/** The text of the one artifact as its caller has it: how it came in pieces is up to when the stream was opened. */
const textTold = (events: readonly DelegationEvent[]): string =>
  events.reduce((text, event) => {
    if (event.kind !== 'artifact') return text;
    return (event.append ? text : '') + event.artifact.parts.map((part) => part.text).join('');
  }, '');
const sends = (peer: LabPeer): number =>
  peer.ledger.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'send').length;

describe('an honest agent', () => {
  it('completes, is verified, and is asked for little', async () => {
    const peer = await lab();
    const { outcome, events } = await run(peer, 'hello');
    assert.equal(outcome.kind, 'completed');
    assert.equal(outcome.ok, true);
    assert.match(textOf(outcome), /chunk 0 chunk 1 chunk 2/);
    assert.deepEqual(rulesOf(outcome), []);
    assert.deepEqual(
      events.filter(({ kind }) => kind !== 'artifact' && kind !== 'watching').map(({ kind }) => kind),
      ['planned', 'opened', 'state', 'verifying'],
    );
    assert.equal(sends(peer), 1);
    const reads = peer.ledger.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'get').length;
    assert.ok(reads <= 3, `two reads settle it, ${reads} were made`);
  });

  it('gives every artifact chunk once and in order', async () => {
    const { events } = await run(await lab(), 'slow 6');
    assert.equal(textTold(events), 'tick 0 tick 1 tick 2 tick 3 tick 4 tick 5 ');
  });

  it('answers with a message, and there is nothing to verify', async () => {
    const { outcome } = await run(await lab(), 'message please');
    assert.equal(outcome.kind === 'answered' && outcome.message.parts[0]?.text, 'a plain message');
  });

  for (const [text, kind] of [
    ['fail please', 'failed'],
    ['reject please', 'rejected'],
  ] as const) {
    it(`is believed when it says ${kind}, once a read confirms it`, async () => {
      const { outcome } = await run(await lab(), text);
      assert.equal(outcome.kind, kind);
      assert.equal('confirmed' in outcome && outcome.confirmed, true);
      assert.deepEqual(rulesOf(outcome), []);
    });
  }

  for (const [text, kind] of [
    ['clarify please', 'input-required'],
    ['auth please', 'auth-required'],
  ] as const) {
    it(`hands control back at ${kind}`, async () => {
      const { outcome } = await run(await lab(), text);
      assert.equal(outcome.kind, kind);
      assert.deepEqual(rulesOf(outcome), []);
    });
  }

  it('is canceled, quiet, and lets nothing through the fence', async () => {
    const { outcome, events, beforeCancel } = await run(await lab(), 'slow 100', { cancelAtArtifact: 2 });
    assert.equal(outcome.kind, 'canceled');
    assert.equal(outcome.stopped, 'cancel');
    assert.deepEqual(rulesOf(outcome), []);
    assert.deepEqual(events.slice(beforeCancel), []);
  });

  it('is cancelled at the deadline, and by the signal of the caller', async () => {
    const peer = await lab();
    const deadline = await run(peer, 'slow 100', { timeoutMs: 15 * STEP_MS });
    assert.equal(deadline.outcome.kind, 'canceled');
    assert.equal(deadline.outcome.stopped, 'deadline');
    const aborted = await run(peer, 'slow 100', { signal: AbortSignal.timeout(10 * STEP_MS) });
    assert.equal(aborted.outcome.kind, 'canceled');
    assert.equal(aborted.outcome.stopped, 'abort');
  });

  it('can be iterated for its events', async () => {
    const delegation = delegate((await lab()).url, 'hello', { bounds: SHORT });
    const events: DelegationEvent[] = [];
    for await (const event of delegation) events.push(event);
    assert.equal((await delegation.outcome).ok, true);
    assert.deepEqual(
      events.slice(0, 2).map(({ kind }) => kind),
      ['planned', 'opened'],
    );
    assert.equal(textTold(events), 'chunk 0 chunk 1 chunk 2 ');
  });
});

describe('an agent that lies', () => {
  it('leaves an orphan: canceled, then frames, then completed', async () => {
    const peer = await lab({ name: 'zombie-cancel', knobs: { seconds: 0.5 } });
    const { outcome, events, beforeCancel } = await run(peer, 'slow 100', { cancelAtArtifact: 2 });
    assert.equal(outcome.kind, 'orphaned');
    assert.equal(outcome.ok, false);
    assert.ok(outcome.kind === 'orphaned' && outcome.orphan.framesAfter > 0);
    assert.ok(outcome.kind === 'orphaned' && outcome.orphan.wentOnMs > 100);
    assert.ok(rulesOf(outcome).includes('cancel/artifact-after'));
    assert.ok(rulesOf(outcome).includes('cancel/resurrected'));
    assert.deepEqual(
      events.slice(beforeCancel).filter(({ kind }) => kind !== 'finding'),
      [],
    );
  });

  it('keeps its stream mute: the same task is read, and no message is sent twice', async () => {
    const peer = await lab({ name: 'mute-stream' });
    const { outcome, events } = await run(peer, 'slow 60');
    assert.equal(outcome.kind, 'completed');
    assert.match(textOf(outcome), /tick 59/);
    assert.ok(rulesOf(outcome).includes('stream/silent'));
    assert.ok(events.some((event) => event.kind === 'watching' && event.by === 'reads'));
    assert.equal(sends(peer), 1);
    assert.equal(doubledMessages(peer.ledger).length, 0);
  });

  it('changes its artifacts after the end: disputed, with both versions', async () => {
    const { outcome } = await run(await lab({ name: 'shifting-artifacts' }), 'hello');
    assert.equal(outcome.kind, 'completed-disputed');
    assert.equal(
      outcome.kind === 'completed-disputed' && new Set(outcome.versions.map(({ digest }) => digest)).size,
      2,
    );
    assert.ok(rulesOf(outcome).includes('settle/unstable-artifacts'));
  });

  it('ends its stream before the task: reads go on to the verified end', async () => {
    const peer = await lab({ name: 'no-terminal' });
    const { outcome } = await run(peer, 'slow 10');
    assert.equal(outcome.kind, 'completed');
    assert.match(textOf(outcome), /tick 9/);
    assert.ok(rulesOf(outcome).includes('stream/no-terminal'));
    assert.equal(sends(peer), 1);
  });
});
