import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Observation } from '../protocol/observation.ts';
import { EvidenceRing, estimateBytes } from './evidence-ring.ts';
import { scene } from './scene.ts';

/** Chunks of one stream, each with so much text. */
function chunks(lengths: readonly number[]): readonly Observation[] {
  return scene((s) => {
    const stream = s.stream();
    for (const [index, length] of lengths.entries()) stream.artifact(`a${index}`, 'x'.repeat(length));
  }).observations.filter(({ kind }) => kind === 'artifact');
}

const idsOf = (seen: readonly Observation[]): readonly string[] =>
  seen.flatMap((one) => (one.kind === 'artifact' ? [one.artifact.artifactId] : []));

describe('the evidence of a task', () => {
  it('is what was seen last, in its order', () => {
    const ring = new EvidenceRing({ taskBytes: 4_000 });
    const task = {};
    for (const seen of chunks([1_000, 1_000, 1_000, 1_000])) ring.add(task, seen);
    assert.deepEqual(idsOf(ring.of(task)), ['a2', 'a3']);
  });

  it('is not displaced by something that is too large to keep', () => {
    const ring = new EvidenceRing({ taskBytes: 4_000 });
    const task = {};
    for (const seen of chunks([100, 5_000, 100])) ring.add(task, seen);
    assert.deepEqual(idsOf(ring.of(task)), ['a0', 'a2']);
  });

  it('goes first where nothing was seen for the longest time', () => {
    const ring = new EvidenceRing({ taskBytes: 4_000, totalBytes: 5_000 });
    const [first, second, third] = [{}, {}, {}];
    const [a, b, c, d] = chunks([1_000, 1_000, 1_000, 1_000]);
    for (const [task, seen] of [
      [first, a],
      [second, b],
      [first, c],
      [third, d],
    ] as const) {
      if (seen !== undefined) ring.add(task, seen);
    }
    assert.deepEqual(
      [first, second, third].map((task) => ring.of(task).length),
      [2, 0, 1],
    );
  });

  it('can be forgotten', () => {
    const ring = new EvidenceRing();
    const task = {};
    for (const seen of chunks([10, 10])) ring.add(task, seen);
    ring.forget(task);
    assert.deepEqual([ring.of(task).length, ring.bytes], [0, 0]);
  });

  it('never passes its limits, and its estimate is the sum of what is kept', () => {
    const additions = fc.array(fc.tuple(fc.nat(4), fc.nat(3_000)), { maxLength: 80 });
    fc.assert(
      fc.property(additions, (added) => {
        const limits = { taskBytes: 5_000, totalBytes: 12_000 };
        const ring = new EvidenceRing<object>(limits);
        const tasks = [{}, {}, {}, {}, {}];
        for (const [index, length] of added) {
          const [seen] = chunks([length]);
          if (seen !== undefined) ring.add(tasks[index] as object, seen);
          const sizes = tasks.map((task) => ring.of(task).reduce((bytes, one) => bytes + estimateBytes(one), 0));
          assert.ok(Math.max(...sizes) <= limits.taskBytes);
          assert.ok(ring.bytes <= limits.totalBytes);
          assert.equal(
            sizes.reduce((all, bytes) => all + bytes, 0),
            ring.bytes,
          );
        }
      }),
      { numRuns: Number(process.env['PROBITY_RUNS'] ?? 100) },
    );
  });

  it('is not kept of data without end', () => {
    const ring = new EvidenceRing();
    const task = {};
    const [vantage] = chunks([1]).map((seen) => seen.vantage);
    assert.ok(vantage !== undefined);
    const data = Array.from({ length: 20_000 }, () => 0);
    ring.add(task, { kind: 'card', card: { data }, vantage, received: 1 });
    assert.equal(ring.bytes, 0);
  });
});
