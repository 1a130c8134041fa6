import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Basis, Severity } from '../../lifecycle/finding.ts';
import { DIALECTS } from '../../protocol/operation.ts';
import { checkCardNegotiable } from '../negotiate.ts';
import type { Negotiation } from '../negotiation.ts';
import type { ContractSetting } from '../setting.ts';
import { CONTRACT_RULES } from './index.ts';

const inSetting = ({ card, profile, task, trust, known }: ContractSetting): Negotiation =>
  checkCardNegotiable(card, profile, task, trust, known);

describe('the rules of negotiation', () => {
  it('are each in the file that their id names, with a title, a cost and a remedy of their own', () => {
    for (const { id, title, why, remedy } of CONTRACT_RULES) {
      const [family, name] = id.split('/');
      assert.equal(family, 'contract');
      assert.ok(existsSync(new URL(`./${name}.ts`, import.meta.url)), id);
      assert.match(title, /^[A-Z`].*[^.!?\s]$/, id);
      assert.match(why, /^[A-Z].*\.$/, id);
      assert.match(remedy, /^[A-Z].*\.$/, id);
    }
    for (const part of ['id', 'title', 'why', 'remedy'] as const) {
      assert.equal(new Set(CONTRACT_RULES.map((rule) => rule[part])).size, CONTRACT_RULES.length, part);
    }
  });

  it('weigh no more than their basis allows', () => {
    for (const rule of CONTRACT_RULES) {
      const own = DIALECTS.map((dialect) => rule.perDialect?.[dialect]);
      for (const { severity = rule.severity, basis = rule.basis } of [
        {},
        ...own.filter((each) => each !== undefined),
      ]) {
        assert.ok(WEIGHT[severity] <= WEIGHT[most(basis)], rule.id);
        assert.match(basis.kind === 'gap' ? basis.reading : basis.says, /\.$/, rule.id);
      }
    }
  });

  it('say nothing of what a client, an agent and a task that go together have in common', () => {
    for (const { pair } of CONTRACT_RULES) {
      const { decision, findings } = inSetting({ card: pair.nearMiss.card });
      if (decision === 'accept') assert.deepEqual(findings, []);
    }
  });
});

describe('each rule and its pair', () => {
  for (const rule of CONTRACT_RULES) {
    it(`${rule.id} is raised`, () => {
      const { findings, decision } = inSetting(rule.pair.raises);
      const [found] = findings.filter((finding) => finding.rule === rule.id);
      assert.ok(found, 'not raised');
      assert.match(found.because, /^\S.*[^.\s]$/s);
      assert.match(found.pointer, /^(\/|$)/);
      assert.notEqual(decision, 'accept');
    });

    it(`${rule.id} is not raised by its near miss, nor is any error`, () => {
      const { findings, decision } = inSetting(rule.pair.nearMiss);
      assert.deepEqual(
        findings.filter((finding) => finding.rule === rule.id || finding.severity === 'error'),
        [],
      );
      assert.notEqual(decision, 'refuse');
    });
  }
});

const WEIGHT: Readonly<Record<Severity, number>> = { note: 0, warning: 1, error: 2 };

/** What the text, or we, may ask for at most. */
function most(basis: Basis): Severity {
  if (basis.kind === 'must') return 'error';
  if (basis.kind === 'gap') return basis.clause === undefined ? 'note' : 'warning';
  if (basis.ground === 'contradiction' || basis.ground === 'invariant') return 'error';
  return basis.ground === 'text' && basis.clause !== undefined ? 'warning' : 'note';
}
