import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLegacyCard } from './card-layout.ts';

it('a card without a version is of 0.1 by how it says to authenticate, and not by modes that servers of today still have', () => {
  const card = {
    name: 'agent',
    url: 'http://agent.example/a2a',
    defaultInputModes: ['text'],
    defaultOutputModes: ['text'],
  };
  assert.equal(isLegacyCard(card), false);
  assert.equal(isLegacyCard({ ...card, authentication: { schemes: ['Bearer'] } }), true);
  assert.equal(isLegacyCard({ ...card, authentication: { schemes: ['Bearer'] }, protocolVersion: '0.2.5' }), false);
});
