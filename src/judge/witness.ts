import type { Observation } from '../protocol/observation.ts';

/**
 * The shortest part of a course that still shows what the whole shows: `shows` is asked again and again with parts that
 * keep the order. It is minimal in that no single observation can be left out any more, and it is found by halving
 * first, so that long courses take few questions.
 */
export function shortestWitness(
  observations: readonly Observation[],
  shows: (part: readonly Observation[]) => boolean,
): readonly Observation[] {
  let kept = observations;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const part = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (part.length > 0 && shows(part)) kept = part;
      else from += size;
    }
  }
  return kept;
}
