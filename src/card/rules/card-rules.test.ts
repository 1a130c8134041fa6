import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Basis, Severity } from '../../lifecycle/finding.ts';
import { DIALECTS } from '../../protocol/operation.ts';
import { lintCard } from '../lint/lint-card.ts';
import { CARD_RULES } from './index.ts';
import { newCard, oldCard } from './sample-cards.ts';

describe('the rules about cards', () => {
  it('have ids of their own, each in the file that its id names', () => {
    assert.equal(new Set(CARD_RULES.map(({ id }) => id)).size, CARD_RULES.length);
    for (const { id } of CARD_RULES) {
      assert.match(id, /^card\/[a-z-]+$/);
      assert.ok(existsSync(new URL(`./${id.slice('card/'.length)}.ts`, import.meta.url)), id);
    }
  });

  it('have a title that is a statement, and say in whole sentences what a breach costs and what to change', () => {
    for (const { id, title, why, remedy } of CARD_RULES) {
      assert.match(title, /^[A-Z].*[^.!?\s]$/, id);
      assert.match(why, /^[A-Z].*\.$/, id);
      assert.match(remedy, /^[A-Z].*\.$/, id);
    }
    for (const part of ['title', 'why', 'remedy'] as const) {
      assert.equal(new Set(CARD_RULES.map((rule) => rule[part])).size, CARD_RULES.length, part);
    }
  });

  for (const rule of CARD_RULES) {
    it(`${rule.id} weighs no more than its basis covers in any dialect`, () => {
      for (const dialect of rule.appliesTo?.dialects ?? DIALECTS) {
        const { severity = rule.severity, basis = rule.basis } = rule.perDialect?.[dialect] ?? {};
        assert.ok(WEIGHT[severity] <= WEIGHT[most(basis)], `${severity} in ${dialect}`);
        assert.match(basis.kind === 'gap' ? basis.reading : basis.says, /^.*\.$/, rule.id);
      }
    });

    it(`${rule.id} is raised by the one card of its pair`, () => {
      const raised = lintCard(rule.pair.raises).filter((finding) => finding.rule === rule.id);
      assert.ok(raised.length > 0);
      for (const { because, severity, certainty, basis } of raised) {
        assert.match(because, /^\S.*[^.\s]$/s);
        assert.ok(WEIGHT[severity] <= WEIGHT[most(basis)]);
        if (certainty === 'suspected') assert.notEqual(severity, 'error');
        if (rule.certainty !== 'either') assert.equal(certainty, rule.certainty);
      }
    });

    it(`${rule.id} is not raised by the other, nor is any error`, () => {
      const raised = lintCard(rule.pair.nearMiss).filter(
        ({ rule: id, severity }) => id === rule.id || severity === 'error',
      );
      assert.deepEqual(raised, []);
    });
  }

  it('know the three places to which a key may go, in either layout', () => {
    const found = (place: string): readonly (string | undefined)[] =>
      [
        newCard({ securitySchemes: { key: { apiKeySecurityScheme: { location: place, name: 'k' } } } }),
        oldCard({ securitySchemes: { key: { type: 'apiKey', in: place, name: 'k' } } }),
      ].map((value) => lintCard({ value }).find(({ rule }) => rule === 'card/security-scheme')?.pointer);
    for (const place of ['header', 'query', 'cookie']) assert.deepEqual(found(place), [undefined, undefined]);
    for (const place of ['body', 'Header', 'path']) {
      assert.deepEqual(found(place), ['/securitySchemes/key/apiKeySecurityScheme/location', '/securitySchemes/key/in']);
    }
  });

  it('have nothing to say about a sound card', () => {
    assert.deepEqual(lintCard({ value: newCard() }), []);
    assert.deepEqual(lintCard({ value: oldCard() }), []);
  });
});

const WEIGHT: Readonly<Record<Severity, number>> = { note: 0, warning: 1, error: 2 };

/** What the text, or we, may ask for at most. */
function most(basis: Basis): Severity {
  if (basis.kind === 'must') return 'error';
  if (basis.kind === 'gap') return basis.clause === undefined ? 'note' : 'warning';
  if (basis.ground === 'contradiction' || basis.ground === 'invariant') return 'error';
  return basis.ground === 'text' && basis.clause !== undefined ? 'warning' : 'note';
}
