import type { Trace } from '../../../src/lifecycle/rule.ts';
import type { Observation, Vantage } from '../../../src/protocol/observation.ts';
import { BINDINGS, DIALECTS } from '../../../src/protocol/operation.ts';
import type { PeerTrace } from '../trace.ts';
import { inOrder } from './in-order.ts';
import type { Random } from './random.ts';
import { twisted } from './twist.ts';

/** Traces that are known to break a rule, or nearly, mixed with each other and changed in a few places. */
export function variation(known: readonly Trace[], random: Random): PeerTrace {
  const { claims, observations } = random.pick(known);
  let all = observations;
  if (random.oneIn(3))
    all = random.oneIn(2)
      ? after(all, random.pick(known).observations)
      : between(all, random.pick(known).observations, random);
  const changes = random.below(5);
  for (let i = 0; i < changes && all.length > 0; i++) all = changed(all, random);
  all = inOrder(all);
  const dialect = random.oneIn(3) ? random.pick(DIALECTS) : claims.dialect;
  const binding = random.oneIn(3) ? random.pick(BINDINGS) : claims.binding;
  const others = random.oneIn(4) ? { ...random.pick(known).claims } : {};
  return { claims: { ...claims, ...others, dialect, binding }, observations: all, taskOf: tasksOf(all, random) };
}

/** Now and then, calls that name no task are about another one. */
function tasksOf(all: readonly Observation[], random: Random): ReadonlyMap<number, number> {
  const tasks = new Map<number, number>();
  if (!random.oneIn(6)) return tasks;
  for (const { vantage } of all) if (!tasks.has(vantage.id)) tasks.set(vantage.id, random.below(2));
  return tasks;
}

function changed(all: readonly Observation[], random: Random): readonly Observation[] {
  const place = random.below(all.length);
  const seen = all[place] as Observation;
  switch (random.below(7)) {
    case 0:
      return all.toSpliced(place, 1);
    case 1:
      return all.toSpliced(place, 0, seen);
    case 2:
      return swapped(all, place);
    case 3:
      return later(all, seen.received, random.pick(PAUSES));
    case 4:
      return repeated(all, place, random);
    default:
      return all.with(place, twisted(seen, random));
  }
}

/** A part of it comes once more, by calls of its own; but never so many calls that anybody would forget the first. */
function repeated(all: readonly Observation[], place: number, random: Random): readonly Observation[] {
  const calls = new Set(all.map(({ vantage }) => vantage.id)).size;
  return calls > 4 ? all : between(all, all.slice(place), random);
}

/** Pauses at the bounds that rules know, and a little beyond. */
const PAUSES = [1, 1_000, 2_000, 2_001, 5_000, 5_001, 10_000, 11_000, 16_000, 61_000, 601_000];

/** Two that follow each other change places, but not the times at which something is received. */
function swapped(all: readonly Observation[], place: number): readonly Observation[] {
  const [one, two] = [all[place], all[place + 1]];
  if (one === undefined || two === undefined || one.kind === 'asked' || two.kind === 'asked') return all;
  return all.with(place, { ...two, received: one.received }).with(place + 1, { ...one, received: two.received });
}

/** Everything after a time comes so much later. */
function later(all: readonly Observation[], time: number, by: number): readonly Observation[] {
  const vantages = new Map<Vantage, Vantage>();
  const shifted = (vantage: Vantage): Vantage => {
    if (vantage.asked <= time) return vantage;
    const known = vantages.get(vantage) ?? { ...vantage, asked: vantage.asked + by };
    vantages.set(vantage, known);
    return known;
  };
  return all.map((seen) =>
    seen.received <= time ? seen : { ...seen, vantage: shifted(seen.vantage), received: seen.received + by },
  );
}

function after(first: readonly Observation[], second: readonly Observation[]): readonly Observation[] {
  const end = first.at(-1)?.received ?? 0;
  const ids = Math.max(0, ...first.map(({ vantage }) => vantage.id));
  return [...first, ...second.map((seen) => moved(seen, end, ids))];
}

/** Two courses at once. */
function between(
  first: readonly Observation[],
  second: readonly Observation[],
  random: Random,
): readonly Observation[] {
  const ids = Math.max(0, ...first.map(({ vantage }) => vantage.id));
  const by = random.below(4) * 7 + 3;
  const all = [...first, ...second.map((seen) => moved(seen, by, ids))];
  return all.sort((a, b) => a.received - b.received);
}

function moved(seen: Observation, by: number, ids: number): Observation {
  const { vantage } = seen;
  return {
    ...seen,
    vantage: { ...vantage, id: vantage.id + ids, asked: vantage.asked + by },
    received: seen.received + by,
  };
}
