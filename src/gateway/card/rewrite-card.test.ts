import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PeerPaths } from '../peer-paths.ts';
import { type CardMount, rewriteCard } from './rewrite-card.ts';

const card = {
  name: 'agent',
  url: 'http://127.0.0.1:1/a2a',
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
};

function capabilities(observed: 'broken' | 'kept', honest: boolean): unknown {
  const claim = { declared: true, observed } as const;
  const claims = { streaming: claim, pushNotifications: claim, extendedAgentCard: claim };
  const mount: CardMount = { url: 'http://gateway/a', paths: new PeerPaths('http://127.0.0.1:1/'), claims, honest };
  const served = rewriteCard(card, mount);
  const { extensions: _, ...rest } = Object(served?.['capabilities']);
  return rest;
}

it('a claim that was broken is taken back, but for streams, which the gateway makes whole', () => {
  assert.deepEqual(capabilities('broken', true), {
    streaming: true,
    pushNotifications: false,
    extendedAgentCard: false,
  });
  assert.deepEqual(capabilities('kept', true), card.capabilities);
});

it('a gateway that only watches takes nothing back', () => {
  assert.deepEqual(capabilities('broken', false), card.capabilities);
});
