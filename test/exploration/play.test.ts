import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Fingerprint } from './fingerprint.ts';
import { Play } from './play.ts';
import { EVERYTHING, within } from './settings.ts';
import { movesIn } from './world.ts';

it('a move leaves the world before it as it was', () => {
  const setting = within(EVERYTHING, { events: 8, reads: 6, slowReads: 3, cancels: 1, waits: 3, late: 1, bursts: 2 });
  const prints = new Fingerprint();
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (picks) => {
      const play = new Play(setting);
      let { world } = play.begin();
      for (const pick of picks) {
        const before = prints.of(world, world.now);
        const moves = [...movesIn(world, setting)];
        for (const move of moves) play.move(world, move);
        assert.deepEqual(prints.of(world, world.now), before);
        const next = moves[pick % moves.length];
        if (next === undefined) return;
        ({ world } = play.move(world, next));
      }
    }),
    { numRuns: 100 },
  );
});
