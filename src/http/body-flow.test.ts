import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BodyCollector } from './body-collector.ts';
import { BodyFlow } from './body-flow.ts';

type Move = 'push' | 'pause' | 'resume' | 'read' | 'turn';

const moves = fc.array(fc.constantFrom<Move>('push', 'push', 'pause', 'resume', 'read', 'turn'), { maxLength: 40 });

test('however pauses and chunks interleave, all of the body comes in order, once, and the end behind it', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (plan) => {
      let [pushed, delivered, ends, open] = [0, 0, 0, true];
      const flow = new BodyFlow({
        shut: () => {
          assert.equal(open, true, 'shut twice');
          open = false;
        },
        open: () => {
          assert.equal(open, false, 'opened twice');
          open = true;
        },
        broke: (cause) => assert.fail(String(cause)),
      });
      const [push, read] = [
        () => flow.push(Buffer.from([pushed++])),
        () =>
          flow.read({
            onData: (chunk) => assert.equal(chunk[0], delivered++),
            onEnd: () => ends++,
            onError: assert.fail,
          }),
      ];
      let reading = false;
      flow.settle();
      for (const move of [...plan, 'read', 'resume'] as const) {
        if (move === 'turn') await Promise.resolve();
        else if (move === 'push') push();
        else if (move !== 'read') flow[move]();
        else if (!reading) {
          reading = true;
          read();
        }
      }
      flow.end();
      await Promise.resolve();
      assert.equal(delivered, pushed);
      assert.equal(ends, 1);
    }),
  );
});

test('a collected body is the sum of its chunks, or refused as soon as it passes the limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 50 })),
      fc.nat({ max: 400 }),
      fc.nat({ max: 1000 }),
      (chunks, max, expected) => {
        const collector = new BodyCollector(max, expected);
        let whole = Buffer.alloc(0);
        for (const chunk of chunks) {
          whole = Buffer.concat([whole, chunk]);
          const fits = collector.add(Buffer.from(chunk));
          assert.equal(fits, whole.length <= max);
          if (!fits) return;
        }
        assert.deepEqual(collector.body(), whole);
      },
    ),
  );
});
