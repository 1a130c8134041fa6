import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCardCache } from '../../src/card/discovery/card-cache.ts';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { failure, result, type ScriptedAgent, scriptedAgent, task } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const completed = { artifacts: [{ artifactId: 'a', parts: [{ text: 'done' }] }] };
let made = 0;
const WORKS = {
  // An id that is given out again is a fault of its own.
  SendMessage: result(() => ({ task: task('COMPLETED', { ...completed, id: `t${++made}` }) })),
  GetTask: result(({ params }) => task('COMPLETED', { ...completed, id: params['id'] })),
};

async function cardReads(
  peer: ScriptedAgent,
  options: DelegateOptions = {},
  delegations: readonly string[] = ['one', 'two', 'three'],
): Promise<number> {
  for (const work of delegations) {
    await delegate(peer.url, work, { bounds: SHORT, aftercareMs: 0, ...options }).outcome;
  }
  await peer.close();
  return peer.cardReads();
}

describe('the card of an agent that gets several tasks', () => {
  it('is read once while its server lets it be kept', async () => {
    const peer = await scriptedAgent(WORKS, undefined, { cardHeaders: { 'cache-control': 'public, max-age=3600' } });
    assert.equal(await cardReads(peer), 1);
  });

  it('is read for each where its server says nothing of that', async () => {
    assert.equal(await cardReads(await scriptedAgent(WORKS)), 3);
  });

  it('is read for each under an address policy of the caller, which no kept card gets around', async () => {
    const peer = await scriptedAgent(WORKS, undefined, { cardHeaders: { 'cache-control': 'max-age=3600' } });
    assert.equal(await cardReads(peer, { allow: anyAddress }), 3);
  });

  it('is kept where and for as long as the caller says', async () => {
    assert.equal(await cardReads(await scriptedAgent(WORKS), { cards: createCardCache() }), 1);
  });

  it('is read again after a task that went wrong: the agent may be another one by now', async () => {
    const cardHeaders = { 'cache-control': 'max-age=3600' };
    const peer = await scriptedAgent({ ...WORKS, SendMessage: failure(-32603) }, undefined, { cardHeaders });
    assert.equal(await cardReads(peer, {}, ['one', 'two']), 2);
  });
});
