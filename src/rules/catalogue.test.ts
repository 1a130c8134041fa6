import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Basis, Finding, Severity } from '../lifecycle/finding.ts';
import { createMonitor } from '../lifecycle/monitor.ts';
import { newPeerRecord } from '../lifecycle/peer-record.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import type { Rule, Trace } from '../lifecycle/rule.ts';
import { applies, compileRules, OBSERVATION_KINDS } from '../lifecycle/rule-table.ts';
import { BINDINGS, type Binding, DIALECTS, type Dialect } from '../protocol/operation.ts';
import { RULES } from './catalogue.ts';

const findRule = (id: string) => RULES.find((rule) => rule.id === id);

describe('the rule catalogue', () => {
  it('gives no id twice', () => {
    assert.equal(new Set(RULES.map((rule) => rule.id)).size, RULES.length);
  });

  it('keeps each rule in the file that its id names', () => {
    for (const { id } of RULES) assert.ok(existsSync(new URL(`./${id}.ts`, import.meta.url)), id);
  });

  it('listens only to observations that exist', () => {
    for (const rule of RULES) {
      assert.ok(rule.clauses.length > 0, rule.id);
      for (const { on } of rule.clauses) assert.ok(OBSERVATION_KINDS.includes(on), `${rule.id}: ${on}`);
    }
  });
});

describe('the prose of the rules', () => {
  it('has a title that is a statement without an end mark, and no title twice', () => {
    for (const { id, title } of RULES) assert.match(title, /^[A-Z`].*[^.!?\s]$/, id);
    assert.equal(new Set(RULES.map((rule) => rule.title)).size, RULES.length);
  });

  it('says in whole sentences what a breach costs and what to change, and never the same for two rules', () => {
    for (const { id, why, remedy } of RULES) {
      assert.match(why, /^[A-Z0-9].*\.$/, id);
      assert.match(remedy, /^[A-Z].*\.$/, id);
    }
    for (const part of ['why', 'remedy'] as const) {
      assert.equal(new Set(RULES.map((rule) => rule[part])).size, RULES.length, part);
    }
  });

  it('says what each basis is', () => {
    for (const rule of RULES) {
      for (const { basis } of weights(rule)) {
        assert.match(basis.kind === 'gap' ? basis.reading : basis.says, /^.*\.$/, rule.id);
      }
    }
  });
});

describe('the severity of the rules', () => {
  for (const rule of RULES) {
    it(`of ${rule.id} is covered by its basis`, () => {
      for (const { severity, basis, dialect } of weights(rule)) {
        assert.ok(
          WEIGHT[severity] <= WEIGHT[most(basis)],
          `${severity} in ${dialect}, and ${basis.kind} allows ${most(basis)}`,
        );
      }
    });
  }

  it('is at most a warning where the text allows it or is open', () => {
    for (const id of AT_MOST_WARNINGS) {
      const rule = findRule(id);
      assert.ok(rule, id);
      for (const { severity } of weights(rule)) assert.notEqual(severity, 'error', id);
    }
  });

  it('is an error for each invariant of the source documents', () => {
    for (const id of INVARIANTS) {
      for (const dialect of DIALECTS) {
        const [strongest] = weights(findRule(id) as Rule).filter((weight) => weight.dialect === dialect);
        assert.equal(strongest?.severity, 'error', `${id} in ${dialect}`);
      }
    }
  });
});

describe('each rule and its pair of traces', () => {
  for (const rule of RULES) {
    for (const [dialect, binding] of settings(rule)) {
      const where = `${dialect} over ${binding}`;

      it(`${rule.id} is raised by its trace in ${where}`, () => {
        const raised = judge(rule.pair.raises, dialect, binding).filter((finding) => finding.rule === rule.id);
        const certainties = new Set(raised.map((finding) => finding.certainty));
        assert.ok(raised.length > 0, 'not raised');
        if (rule.certainty !== 'either') assert.deepEqual([...certainties], [rule.certainty]);
        for (const { because } of raised) assert.match(because, /^\S.*[^.\s]$/s);
      });

      it(`${rule.id} is not raised by its near miss in ${where}, nor is any error`, () => {
        const raised = judge(rule.pair.nearMiss, dialect, binding);
        assert.deepEqual(
          raised.filter((finding) => finding.rule === rule.id || finding.severity === 'error').map(told),
          [],
        );
      });
    }
  }
});

const WEIGHT: Readonly<Record<Severity, number>> = { note: 0, warning: 1, error: 2 };

/** What the text, or we, may ask for at most (D§6). */
function most(basis: Basis): Severity {
  if (basis.kind === 'must') return 'error';
  if (basis.kind === 'gap') return basis.clause === undefined ? 'note' : 'warning';
  if (basis.ground === 'contradiction' || basis.ground === 'invariant') return 'error';
  return basis.ground === 'text' && basis.clause !== undefined ? 'warning' : 'note';
}

const AT_MOST_WARNINGS = [
  'stream/subscribe-refused',
  'cancel/not-terminal',
  'cancel/not-idempotent',
  'modes/undeclared-input-accepted',
  'task/timestamp-regress',
  'modes/unaccepted-output',
];

const INVARIANTS = [
  'task/terminal-overwritten',
  'settle/unstable-artifacts',
  'settle/flips',
  'cancel/resurrected',
  'cancel/artifact-after',
  'stream/no-terminal',
];

/** The severity and basis that a rule has for each setting that it applies to, whole rule first, then its lesser cases. */
function weights(rule: Rule): readonly { severity: Severity; basis: Basis; dialect: Dialect }[] {
  return settings(rule).flatMap(([dialect, binding]) => {
    const table = compileRules([rule], dialect, binding);
    return OBSERVATION_KINDS.flatMap((kind) =>
      table[kind].all.map(({ severity, basis }) => ({ severity, basis, dialect })),
    );
  });
}

function settings(rule: Rule): readonly (readonly [Dialect, Binding])[] {
  return DIALECTS.flatMap((dialect) => BINDINGS.map((binding) => [dialect, binding] as const)).filter(
    ([dialect, binding]) => applies(rule, dialect, binding),
  );
}

function judge(trace: Trace, dialect: Dialect, binding: Binding): readonly Finding[] {
  const peer = {
    claims: { ...trace.claims, dialect, binding },
    rules: compileRules(RULES, dialect, binding),
    record: newPeerRecord(),
  };
  const monitor = createMonitor({ key: [1, 2] });
  const task = newTaskRecord(peer);
  return trace.observations.flatMap((observation) => monitor.step(task, observation));
}

function told(finding: Finding): string {
  return `${finding.rule} (${finding.certainty} ${finding.severity}): ${finding.because}`;
}
