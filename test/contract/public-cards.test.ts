import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lintCard } from '../../src/card/lint/lint-card.ts';
import { checkCardNegotiable } from '../../src/contract/negotiate.ts';
import { DIALECTS } from '../../src/protocol/operation.ts';
import { recordings } from '../protocol/recorded.ts';
import { CLIENT, KIND_NAMES, KINDS } from './kinds-of-task.ts';
import { decidePublic, PUBLIC_CARDS, readPublic } from './public-cards.ts';

describe('cards that others have published', () => {
  it('are of many vendors and of all dialects', () => {
    const vendors = new Set(PUBLIC_CARDS.map(({ source }) => source.repository.split('/')[0]));
    assert.ok(PUBLIC_CARDS.length >= 40 && vendors.size >= 25, `${PUBLIC_CARDS.length} of ${vendors.size}`);
    const dialects = new Set(PUBLIC_CARDS.flatMap((one) => readPublic(one).interfaces.map(({ dialect }) => dialect)));
    for (const dialect of DIALECTS) assert.ok(dialects.has(dialect), dialect);
  });

  for (const [index, one] of PUBLIC_CARDS.entries()) {
    const { repository, file } = one.source;
    it(`are decided over as written down: ${index + 1}, ${repository} ${file}`, () => {
      for (const kind of KIND_NAMES) {
        const negotiation = decidePublic(one, kind);
        assert.equal(negotiation.decision, one.verdicts[kind], `${kind}: ${JSON.stringify(negotiation)}`);
      }
    });
  }
});

describe('the cards of agents whose traffic was recorded', () => {
  const cards = recordings().flatMap(({ peer, scenario, card }) =>
    scenario === 'card' && card !== undefined ? [[peer, card.card] as const] : [],
  );

  it('are there', () => {
    assert.ok(cards.length >= 20);
  });

  for (const [peer, card] of cards) {
    it(`${peer}: text is fine, live audio is not, and nothing about the card is an error`, () => {
      const decided = KIND_NAMES.map((kind) => checkCardNegotiable(card, CLIENT, KINDS[kind]).decision);
      assert.equal(decided[KIND_NAMES.indexOf('text')], 'accept');
      assert.equal(decided[KIND_NAMES.indexOf('live')], 'refuse');
      const errors = lintCard({ value: card.raw }).filter(({ severity }) => severity === 'error');
      assert.deepEqual(errors, []);
    });
  }
});
