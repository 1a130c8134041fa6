import { isDeepStrictEqual } from 'node:util';
import type { AssembledArtifact } from './assembly.ts';

/** What a stream has brought of an artifact, in whatever form its parts are. */
interface Brought<T> extends Pick<AssembledArtifact, 'since'> {
  readonly parts: readonly T[];
}

/** Beyond so many pieces, or comparisons of them, it is not looked for: who sends them must not keep everybody else waiting. */
const MOST_PIECES = 10_000;
const MOST_COMPARISONS = 100_000;

/**
 * The parts of an artifact with each piece once, where a server has stored the pieces that a stream brought twice: some
 * apply them once for each who listens, the sender and a subscriber, each in order and neither waiting for the other. What
 * was stored before the stream was joined stands before them, once. `undefined` where that isn't what happened.
 */
export function storedOnce<T>(held: readonly T[], brought: Brought<T>): readonly T[] | undefined {
  const { parts, since } = brought;
  if (held.length > MOST_PIECES || isAmbiguous(brought)) return undefined;
  // The piece that begins an artifact replaces what was stored, and so does a snapshot, so these are there once.
  const once = since === 'chunk' ? 0 : 2 * parts.length - held.length;
  const pieces = parts.slice(Math.max(0, once));
  const before = held.length - 2 * pieces.length;
  if (once < 0 || before < 0 || pieces.length === 0) return undefined;
  const head = held.slice(0, before);
  if (since !== 'chunk' && !isDeepStrictEqual(head, parts.slice(0, once))) return undefined;
  return isTwice(held.slice(before), pieces) ? [...head, ...pieces] : undefined;
}

/** Whether all pieces of a stream that was joined late are alike, as dots are: some of them may have come before. */
export function isAmbiguous<T>({ parts, since }: Brought<T>): boolean {
  return since === 'chunk' && parts.every((part) => isDeepStrictEqual(part, parts[0]));
}

/** Whether these are the pieces twice, as two put them down who each keep the order. */
function isTwice<T>(stored: readonly T[], pieces: readonly T[]): boolean {
  // How far the one ahead may be; the other is as far as what is left of what was stored so far.
  let ahead = new Set([0]);
  let comparisons = 0;
  for (const [at, part] of stored.entries()) {
    comparisons += 2 * ahead.size;
    if (comparisons > MOST_COMPARISONS) return false;
    const next = new Set<number>();
    for (const first of ahead) {
      const second = at - first;
      if (first < pieces.length && isDeepStrictEqual(part, pieces[first])) next.add(first + 1);
      if (second < first && isDeepStrictEqual(part, pieces[second])) next.add(first);
    }
    if (next.size === 0) return false;
    ahead = next;
  }
  return true;
}
