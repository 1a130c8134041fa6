import { isDeepStrictEqual } from 'node:util';

/** As often as a server may have applied each piece: whoever streams, and this many subscriptions beside that. */
const MOST_TIMES = 4;

/**
 * What the parts of an artifact may have been before a server applied pieces more than once: some do that to what they
 * store, once for each stream that is open, and what the streams bring is right. None where no part follows its like.
 */
export function* appliedOnce<T>(parts: readonly T[]): Generator<readonly T[]> {
  let before = parts.length;
  for (let times = 2; times <= MOST_TIMES; times++) {
    const once = firstOf(parts, times);
    if (once.length < before) yield once;
    before = once.length;
  }
}

/** Of each so many equal parts in a row the first. */
function firstOf<T>(parts: readonly T[], times: number): readonly T[] {
  const once: T[] = [];
  let run = 0;
  for (const part of parts) {
    const more = run > 0 && run < times && isDeepStrictEqual(part, once.at(-1));
    run = more ? run + 1 : 1;
    if (!more) once.push(part);
  }
  return once;
}
