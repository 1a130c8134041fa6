import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import { startLab } from '../../src/lab/index.ts';
import type { Claim } from '../../src/lifecycle/finding.ts';
import { pushListener } from '../../src/push/push-listener.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { SHORT, STEP_MS } from './short-bounds.ts';

const MINUTE = 60_000;

const closing: { close(): Promise<void> }[] = [];
after(async () => {
  await Promise.all(closing.map((one) => one.close()));
});

/** An agent that breaks a claim, is mended, and is asked again now and after the suspicion has run out. */
async function mended(deviation: string, claim: Claim, options: DelegateOptions) {
  const peer = await startLab({ deviations: [deviation], bindings: ['JSONRPC'], stepMs: STEP_MS });
  closing.push(peer);
  let now = Date.now();
  const trust = new PeerCapabilityCache({ clock: () => now });
  const standings: string[] = [];
  const openings: string[] = [];
  const give = async (): Promise<void> => {
    const { outcome } = delegate(peer.url, 'slow 10', {
      bounds: { ...SHORT, settleGap: { ms: 500, source: 'task-class' } },
      aftercareMs: 0,
      trust,
      ...options,
      onEvent: (event) => event.kind === 'planned' && openings.push(event.agent.opening),
    });
    assert.equal((await outcome).kind, 'completed');
    const row = trust.rows().find((each) => each.kind === 'claim' && each.claim === claim);
    standings.push(row?.kind === 'claim' ? trust.standingOf(row.key, claim).state : 'unknown');
  };
  await give();
  peer.deviations.remove(deviation);
  now += 1_000;
  await give();
  now += 16 * MINUTE;
  await give();
  return { standings, openings };
}

describe('a claim that was broken, by an agent that has been mended', () => {
  it('is tried beside reads, and relied on once its time is over: a subscription', async () => {
    const { standings, openings } = await mended('mute-stream', 'stream.subscribe', {});
    assert.deepEqual(standings, ['suspect', 'suspect', 'verified']);
    assert.deepEqual(openings, ['id-first', 'poll', 'id-first']);
  });

  it('is tried beside other channels: a web-hook', async () => {
    const push = await pushListener();
    closing.push(push);
    const { standings } = await mended('push-unauthenticated', 'pushNotifications', { push });
    assert.deepEqual(standings, ['suspect', 'suspect', 'verified']);
  });

  it('is tried by a canary, and by no work: a message on a stream', async () => {
    const { standings, openings } = await mended('no-task-first', 'stream.send', { canary: 'hello' });
    assert.deepEqual(standings, ['suspect', 'suspect', 'verified']);
    assert.deepEqual(openings, ['poll', 'poll', 'stream']);
  });
});
