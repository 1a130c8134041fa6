import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RULES } from '../../../src/rules/catalogue.ts';
import { traceOf } from '../../proof/agreement.ts';
import { isSame, type Told, toldByDefinition, toldByMonitor } from '../../proof/compare.ts';
import { honestTrace } from '../../proof/generate/honest/honest-trace.ts';
import { Random } from '../../proof/generate/random.ts';
import { isCaughtByPair, type Mutant, mutantsOf } from '../../proof/mutants.ts';
import { MonitorJudge } from '../../proof/told-by-monitor.ts';
import type { PeerTrace } from '../../proof/trace.ts';

const TRACES = 150_000;
/** So many traces of each rule, and of no rule in particular, are enough. */
const MOST = 1_500;

interface Known {
  readonly trace: PeerTrace;
  readonly told: ReadonlyMap<string, Told>;
}

describe('each predicate of each rule, made wrong', () => {
  it('is caught by the pair of its rule, or by the comparison with its definition', (t) => {
    const known = knownTraces();
    const alive: string[] = [];
    for (const mutant of RULES.flatMap((rule) => mutantsOf(rule))) {
      const pair = isCaughtByPair(mutant.rule);
      const compared = comparisonsUntil(mutant, known);
      const blamed = blamesUntil(mutant, known.honest);
      const name = `${mutant.rule.id}, clause ${mutant.clause}, ${mutant.mutation}`;
      // A clause that is never suspected can't be too sure of it.
      if (!mutant.deviates()) continue;
      const by = [
        pair ? 'the pair' : '',
        compared === undefined ? '' : `the comparison (trace ${compared})`,
        blamed === undefined ? '' : `honest agents (trace ${blamed})`,
      ].filter((name) => name !== '');
      t.diagnostic(`${name}: ${by.join(', ') || 'ALIVE'}`);
      if (!pair && compared === undefined) alive.push(name);
    }
    assert.deepEqual(alive, []);
  });
});

/** Traces with what the definitions tell of them: of each rule, of any, and of honest agents. */
function knownTraces() {
  const ofRule = new Map<string, Known[]>(RULES.map(({ id }) => [id, []]));
  const any: Known[] = [];
  for (let seed = 1; seed <= TRACES; seed++) {
    const trace = traceOf(seed);
    const known = { trace, told: toldByDefinition(trace) };
    if (any.length < MOST) any.push(known);
    for (const key of known.told.keys()) {
      const list = ofRule.get(key.split(' ')[1] ?? '');
      if (list !== undefined && list.length < MOST) list.push(known);
    }
  }
  const honest = Array.from({ length: MOST }, (_, seed) => honestTrace(new Random(seed), false));
  return { ofRule, any, honest };
}

/** How many traces were compared until one is told otherwise than by the definition; `undefined` if none is. */
function comparisonsUntil(mutant: Mutant, { ofRule, any }: ReturnType<typeof knownTraces>): number | undefined {
  const { id } = mutant.rule;
  const judge = new MonitorJudge([mutant.rule]);
  const place = [...(ofRule.get(id) ?? []), ...any].findIndex(({ trace, told }) => {
    const byMonitor = toldByMonitor(trace, judge);
    return [`0 ${id}`, `1 ${id}`].some((key) => !isSame(byMonitor.get(key), told.get(key)));
  });
  return place === -1 ? undefined : place + 1;
}

/** How many honest agents were judged until one is blamed for certain. */
function blamesUntil(mutant: Mutant, honest: readonly PeerTrace[]): number | undefined {
  const judge = new MonitorJudge([mutant.rule]);
  const place = honest.findIndex((trace) =>
    judge.findings(trace).some(({ finding }) => finding.certainty === 'certain'),
  );
  return place === -1 ? undefined : place + 1;
}
