import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PeerPace, type ReadTurn } from './peer-pace.ts';

const RUNS = { numRuns: Number(process.env['PROBITY_RUNS'] ?? 500) };

/** What happens, one after the other: some reads are wanted at once, the agent wants to be left alone, time passes. */
type Deed = { readonly kind: 'want'; readonly reads: number } | { readonly kind: 'hold' | 'pass'; readonly ms: number };

const deeds = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 12 }).map((reads): Deed => ({ kind: 'want', reads })),
    fc.integer({ min: -50, max: 3_000 }).map((ms): Deed => ({ kind: 'hold', ms })),
    fc.integer({ min: 0, max: 2_000 }).map((ms): Deed => ({ kind: 'pass', ms })),
  ),
  { maxLength: 40 },
);
const budget = fc.record({ perSecond: fc.constantFrom(1, 4, 50), burst: fc.integer({ min: 1, max: 8 }) });

interface Wanted {
  readonly at: number;
  readonly turn: ReadTurn;
}

interface Played {
  /** When the reads went out, in the order in which they were wanted. */
  readonly made: readonly number[];
  /** Each read that waited, over each pause that began meanwhile. */
  readonly postponed: readonly { readonly before: number; readonly after: number; readonly ms: number }[];
  readonly pauses: readonly { readonly from: number; readonly until: number }[];
}

/** Plays it, with every read made at its turn. */
function play(pace: PeerPace, did: readonly Deed[]): Played {
  const made: number[] = [];
  const postponed: Played['postponed'][number][] = [];
  const pauses: Played['pauses'][number][] = [];
  let waiting: Wanted[] = [];
  let now = 1_000;
  const makeThose = (until: number): void => {
    for (const { at, turn } of waiting) {
      if (turn() > until) continue;
      assert.ok(turn() >= at, 'a turn is not before the read is wanted');
      made.push(turn());
    }
    waiting = waiting.filter(({ turn }) => turn() > until);
  };
  for (const deed of did) {
    makeThose(now);
    if (deed.kind === 'want') {
      for (let read = 0; read < deed.reads; read++) waiting.push({ at: now, turn: pace.next(now) });
    } else if (deed.kind === 'pass') {
      now += deed.ms;
    } else {
      const before = waiting.map(({ turn }) => turn());
      pace.holdOff(now, deed.ms);
      for (const [index, { turn }] of waiting.entries()) {
        postponed.push({ before: before[index] ?? Number.NaN, after: turn(), ms: Math.max(0, deed.ms) });
      }
      pauses.push({ from: now, until: now + deed.ms });
    }
  }
  makeThose(Number.POSITIVE_INFINITY);
  return { made, postponed, pauses };
}

describe('the pace of reads', () => {
  it('gives each read a time of its own, no more of them than the budget allows, first come first served', () => {
    fc.assert(
      fc.property(budget, deeds, ({ perSecond, burst }, did) => {
        const { made } = play(new PeerPace(perSecond, burst), did);
        for (const [index, at] of made.entries()) {
          assert.ok(at >= (made[index - 1] ?? 0), 'whoever waited longer is first');
          // Whatever window one looks at: a burst, and what the time allows.
          for (let more = burst; index + more < made.length; more++) {
            const span = (made[index + more] ?? 0) - at;
            assert.ok(span >= ((more - burst + 1) / perSecond) * 1_000 - 0.001, `${more + 1} reads within ${span} ms`);
          }
        }
      }),
      RUNS,
    );
  });

  it('makes nobody wait while the budget is not used up', () => {
    fc.assert(
      fc.property(budget, fc.array(fc.integer({ min: 0, max: 500 })), ({ perSecond, burst }, more) => {
        const pace = new PeerPace(perSecond, burst);
        let now = 0;
        for (const ms of more) {
          now += 1_000 / perSecond + ms;
          assert.equal(pace.next(now)(), now);
        }
        now += (burst * 1_000) / perSecond;
        for (let read = 0; read < burst; read++) assert.ok(pace.next(now)() <= now + 0.001);
      }),
      RUNS,
    );
  });

  it('makes no read in a pause, and postpones those that wait by no more than it', () => {
    fc.assert(
      fc.property(budget, deeds, ({ perSecond, burst }, did) => {
        const { made, postponed, pauses } = play(new PeerPace(perSecond, burst), did);
        for (const { from, until } of pauses) {
          assert.ok(made.every((at) => at <= from || at >= until));
        }
        for (const { before, after, ms } of postponed) {
          assert.ok(after >= before && after <= before + ms + 0.001);
        }
      }),
      RUNS,
    );
  });
});
