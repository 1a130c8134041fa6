import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortestWitness } from '../../src/judge/witness.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { compare, type Disagreement } from './compare.ts';
import { Random } from './generate/random.ts';
import { variation } from './generate/variation.ts';
import { DEFINITIONS } from './naive/definitions.ts';
import { MonitorJudge } from './told-by-monitor.ts';
import { type PeerTrace, written } from './trace.ts';

/** How many traces are judged, and from which seed on. A deep run asks for more. */
const TRACES = Number(process.env['PROBITY_TRACES'] ?? 100_000);
const SEED = Number(process.env['PROBITY_SEED'] ?? 1);

describe('the monitor and the definitions of its rules', () => {
  it('are about the same rules', () => {
    assert.deepEqual(Object.keys(DEFINITIONS).sort(), RULES.map(({ id }) => id).sort());
  });

  it(`tell the same of ${TRACES} traces, and of every rule`, (t) => {
    const monitor = new MonitorJudge();
    const known = RULES.flatMap(({ pair }) => [pair.raises, pair.nearMiss]);
    const times = new Map(RULES.map(({ id }) => [id, 0]));
    for (let seed = SEED; seed < SEED + TRACES; seed++) {
      const trace = variation(known, new Random(seed));
      const { disagreements, told } = compare(trace, monitor);
      const [first] = disagreements;
      if (first !== undefined) assert.fail(explain(seed, trace, first, monitor));
      for (const rule of told) times.set(rule, (times.get(rule) ?? 0) + 1);
    }
    const rarest = [...times].sort(([, a], [, b]) => a - b).slice(0, 10);
    t.diagnostic(`told least often: ${rarest.map(([rule, count]) => `${rule} ${count}`).join(', ')}`);
    assert.deepEqual(
      rarest.filter(([, count]) => count === 0),
      [],
    );
  });
});

/** The least of a trace of which the two don't tell the same. */
function explain(seed: number, trace: PeerTrace, { rule, task }: Disagreement, monitor: MonitorJudge): string {
  const differs = (part: PeerTrace['observations']): boolean =>
    compare({ ...trace, observations: part }, monitor).disagreements.some(
      (one) => one.rule === rule && one.task === task,
    );
  const observations = shortestWitness(trace.observations, differs);
  const [least] = compare({ ...trace, observations }, monitor).disagreements.filter((one) => one.rule === rule);
  return `seed ${seed}: of ${rule} the monitor tells ${JSON.stringify(least?.monitor)}, and its definition ${JSON.stringify(least?.definition)}\n${written({ ...trace, observations })}`;
}
