import assert from 'node:assert/strict';
import { shortestWitness } from '../../src/judge/witness.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { compare, type Disagreement } from './compare.ts';
import { adversity } from './generate/adversity.ts';
import { Random } from './generate/random.ts';
import { SCENES } from './generate/scenes.ts';
import { variation } from './generate/variation.ts';
import { MonitorJudge } from './told-by-monitor.ts';
import { type PeerTrace, written } from './trace.ts';

interface Extent {
  readonly traces: number;
  /** The first seed; each trace has one of its own. */
  readonly seed: number;
}

/**
 * Judges traces by the monitor and by the definitions of its rules. Fails at the first of which they don't tell the same,
 * with its seed and the least of it that shows the difference; also if any rule was told of none. Returns how often each
 * rule was told, the rarest first.
 */
export function agree({ traces, seed }: Extent): readonly (readonly [rule: string, traces: number])[] {
  const monitor = new MonitorJudge();
  const times = new Map(RULES.map(({ id }) => [id, 0]));
  for (let at = seed; at < seed + traces; at++) {
    const trace = traceOf(at);
    const { disagreements, told } = compare(trace, monitor);
    const [first] = disagreements;
    if (first !== undefined) assert.fail(explain(at, trace, first, monitor));
    for (const rule of told) times.set(rule, (times.get(rule) ?? 0) + 1);
  }
  const rarest = [...times].sort(([, a], [, b]) => a - b);
  const never = rarest.filter(([, count]) => count === 0).map(([rule]) => rule);
  assert.deepEqual(never, [], 'rules that no trace breaks prove nothing');
  return rarest;
}

/** Of five traces, four are known ones changed a little, which break many rules; one may hold anything. */
export function traceOf(seed: number): PeerTrace {
  const random = new Random(seed);
  return random.oneIn(5) ? adversity(random) : variation(KNOWN, random);
}

const KNOWN = [...RULES.flatMap(({ pair }) => [pair.raises, pair.nearMiss]), ...SCENES];

function explain(seed: number, trace: PeerTrace, { rule, task }: Disagreement, monitor: MonitorJudge): string {
  const differencesIn = (part: PeerTrace['observations']): readonly Disagreement[] =>
    compare({ ...trace, observations: part }, monitor).disagreements.filter(
      (one) => one.rule === rule && one.task === task,
    );
  const observations = shortestWitness(trace.observations, (part) => differencesIn(part).length > 0);
  const [least] = differencesIn(observations);
  const told = `the monitor tells ${JSON.stringify(least?.monitor)}, its definition ${JSON.stringify(least?.definition)}`;
  return `seed ${seed}: of ${rule} ${told}\n${written({ ...trace, observations })}`;
}
