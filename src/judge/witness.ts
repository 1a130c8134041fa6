/**
 * The shortest part of a sequence that still shows what the whole shows: `shows` is asked again and again with parts
 * that keep the order. It is minimal in that no single element can be left out any more, and it is found by halving
 * first, so that long sequences take few questions.
 */
export function shortestWitness<T>(sequence: readonly T[], shows: (part: readonly T[]) => boolean): readonly T[] {
  let kept = sequence;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const part = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (part.length > 0 && shows(part)) kept = part;
      else from += size;
    }
  }
  return kept;
}
