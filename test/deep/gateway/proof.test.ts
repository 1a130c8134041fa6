import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviations } from '../../../src/lab/index.ts';
import { reasonLeft } from '../../gateway/expectations.ts';
import { COURSES } from '../../gateway/naive-caller.ts';
import { exists, meetBehind } from '../../gateway/proof.ts';
import { matrix } from '../../lab/matrix.ts';

describe('behind the gateway a caller that knows nothing comes to no harm', { concurrency: 6 }, () => {
  for (const { name } of deviations) {
    for (const [dialect, binding] of matrix.filter((cell) => exists(name, ...cell))) {
      for (const course of COURSES) {
        const encounter = { deviation: name, dialect, binding, course };
        if (reasonLeft(encounter) !== undefined) continue;
        it(`${name}, ${dialect} over ${binding}: ${course}`, async () => {
          const incidents = (await meetBehind(encounter)).filter((incident) => incident !== 'error');
          assert.deepEqual(incidents, []);
        });
      }
    }
  }
});
