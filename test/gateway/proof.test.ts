import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Deviation, deviations } from '../../src/lab/index.ts';
import { matrix } from '../lab/matrix.ts';
import { reasonLeft, TELLING } from './expectations.ts';
import type { Course } from './naive-caller.ts';
import { exists, meetBehind, meetDirectly } from './proof.ts';

/** The courses on which a deviation shows; the deep run takes every one on all. */
function coursesFor({ name, rules }: Deviation): readonly Course[] {
  if (name === 'answer-lost') return ['asks again', 'waits'];
  const [family = ''] = rules[0]?.split('/') ?? [];
  if (family === 'cancel') return ['cancels'];
  if (family === 'resume') return ['answers with data'];
  return family === 'stream' || family === '' ? ['streams'] : ['streams', 'waits'];
}

/** All that are told of below, and a share of the others. */
const met = deviations.filter(({ name }, index) => index % 5 === 0 || TELLING.some(([telling]) => telling === name));

// Each once, in another dialect and binding than the one before; the deep run has every deviation in all of them.
describe('behind the gateway a caller that knows nothing comes to no harm', { concurrency: 12 }, () => {
  for (const [index, deviation] of met.entries()) {
    const { name } = deviation;
    const cells = matrix.filter(([dialect, binding]) => exists(name, dialect, binding));
    const cell = cells[index % cells.length];
    if (cell === undefined) continue;
    const [dialect, binding] = cell;
    it(`${name}, ${dialect} over ${binding}`, async () => {
      const encounters = coursesFor(deviation).map((course) => ({ deviation: name, dialect, binding, course }));
      const all = encounters.filter((encounter) => reasonLeft(encounter) === undefined).map(meetBehind);
      const incidents = (await Promise.all(all)).flat().filter((incident) => incident !== 'error');
      assert.deepEqual(incidents, []);
    });
  }
});

describe('without it the same caller', { concurrency: 12 }, () => {
  for (const [index, [deviation, course, incident]] of TELLING.entries()) {
    const cells = matrix.filter(([dialect, binding]) => exists(deviation, dialect, binding));
    const [dialect, binding] = cells[index % cells.length] ?? ['1.0', 'JSONRPC'];
    it(`suffers from ${deviation}: ${incident}, ${dialect} over ${binding}`, async () => {
      const incidents = await meetDirectly({ deviation, dialect, binding, course });
      assert.ok(incidents.includes(incident), incidents.join(', '));
    });
  }
});
