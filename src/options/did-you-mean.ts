/** Suggestions are as many as a reader takes in at a glance. */
const MOST = 3;

/**
 * The names that somebody who wrote `given` may have meant, the likeliest first: names that contain it, and names a few
 * slips of the finger away. Of a name such as `family/name` its second half counts too, of `1.0` its beginning.
 */
export function namesLike(given: string, names: readonly string[]): readonly string[] {
  const wanted = given.toLowerCase();
  const tolerated = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, distance: distanceTo(wanted, name) }))
    .filter(({ distance }) => distance <= tolerated && distance < wanted.length)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** A question to append to an error, or nothing where no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const near = namesLike(given, names);
  const last = near.at(-1);
  if (last === undefined) return '';
  return ` Did you mean ${near.length === 1 ? last : `${near.slice(0, -1).join(', ')} or ${last}`}?`;
}

function distanceTo(wanted: string, name: string): number {
  const lower = name.toLowerCase();
  if ((wanted.length >= 3 && lower.includes(wanted)) || lower.startsWith(`${wanted}.`)) return 0;
  const last = lower.slice(lower.indexOf('/') + 1);
  return Math.min(editDistance(wanted, lower), editDistance(wanted, last));
}

/** How many insertions, deletions, replacements and swaps of neighbours lead from one text to the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
