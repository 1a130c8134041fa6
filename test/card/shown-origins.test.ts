import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lintCard } from '../../src/card/lint/lint-card.ts';
import { interfaceAt, newCard } from '../../src/card/rules/sample-cards.ts';

it('the origin of a card is told as it is written', () => {
  for (const [url, origin] of [
    ['http://127.0.0.1:9000/.well-known/agent-card.json', 'http://127.0.0.1:9000'],
    ['https://agent.example/.well-known/agent-card.json', 'https://agent.example'],
  ] as const) {
    const value = newCard({ supportedInterfaces: [interfaceAt('https://other.example/a2a')] });
    const found = lintCard({ value, url }).find(({ rule }) => rule === 'card/foreign-origin');
    assert.equal(found?.because, `the card is at ${origin}, and this interface at https://other.example/a2a`);
  }
});
