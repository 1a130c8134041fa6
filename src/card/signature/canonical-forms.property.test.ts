import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../protocol/json.ts';
import { newCard, oldCard, skill } from '../rules/sample-cards.ts';
import { canonicalForms, canonicalText } from './canonical-forms.ts';

const numRuns = Number(process.env['PROBITY_RUNS'] ?? 300);

const extra = fc.dictionary(
  fc.constantFrom('x-a', 'tenant', 'security', 'securityRequirements', 'skills', 'signatures'),
  fc.jsonValue(),
);
const cards = fc
  .tuple(fc.constantFrom(newCard(), oldCard(), newCard({ skills: [skill({ examples: [] })] })), extra)
  .map(([card, more]): JsonObject => JSON.parse(JSON.stringify({ ...card, ...more })));

describe('the canonical forms of a card', () => {
  it('are the same however its members are ordered and its text is laid out', () => {
    fc.assert(
      fc.property(cards, (card) => {
        const turned = reversed(JSON.parse(JSON.stringify(card, undefined, 3))) as JsonObject;
        assert.deepEqual(
          canonicalForms(turned).map(({ text }) => text),
          canonicalForms(card).map(({ text }) => text),
        );
      }),
      { numRuns },
    );
  });

  it('never depend on the signatures, nor does any two have the same text', () => {
    fc.assert(
      fc.property(cards, fc.jsonValue(), (card, signatures) => {
        const texts = canonicalForms(card).map(({ text }) => text);
        assert.deepEqual(
          canonicalForms({ ...card, signatures }).map(({ text }) => text),
          texts,
        );
        assert.equal(new Set(texts).size, texts.length);
      }),
      { numRuns },
    );
  });

  it('vouch for nothing that was changed outside of them', () => {
    fc.assert(
      fc.property(cards, fc.string({ minLength: 1 }), (card, added) => {
        const grown = { ...card, 'x-added': added };
        const before = new Set(canonicalForms(card).map(({ text }) => text));
        for (const { text, outside, covered } of canonicalForms(grown)) {
          if (!before.has(text)) continue;
          assert.ok(outside.includes('/x-added'));
          assert.equal(covered['x-added'], undefined);
        }
      }),
      { numRuns },
    );
  });

  it('are for the example of the text what it says (§8.4.1)', () => {
    const example = {
      name: 'Example Agent',
      description: '',
      capabilities: { streaming: false, pushNotifications: false, extensions: [] },
      skills: [],
    };
    assert.equal(
      canonicalText(example),
      '{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}',
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
