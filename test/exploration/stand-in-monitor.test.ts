import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { NO_CHECK } from '../../src/guard/guard-check.ts';
import { createMonitor } from '../../src/lifecycle/monitor.ts';
import { Play } from './play.ts';
import { EVERYTHING, within } from './settings.ts';
import { movesIn } from './world.ts';

it('the stand-in of the monitor keeps the same id and state as the monitor', () => {
  const setting = within(EVERYTHING, { events: 8, reads: 6, slowReads: 3, cancels: 1, waits: 3, bursts: 2 });
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 16 }), (picks) => {
      const real = new Play(setting, NO_CHECK, createMonitor());
      const play = new Play(setting);
      let [expected, seen] = [real.begin(), play.begin()];
      for (const pick of picks) {
        const moves = [...movesIn(seen.world, setting)];
        const move = moves[pick % moves.length];
        if (move === undefined) return;
        [expected, seen] = [real.move(expected.world, move), play.move(seen.world, move)];
        const of = ({ world, outcome }: typeof seen): unknown => [
          world.guard.record.id,
          world.guard.record.state,
          outcome?.kind,
        ];
        assert.deepEqual(of(seen), of(expected));
      }
    }),
    { numRuns: Number(process.env['PROBITY_RUNS'] ?? 500) },
  );
});
