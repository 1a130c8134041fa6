/** Suggestions are as many as a reader takes in at a glance. */
const MOST = 3;

/** Longer texts are no names that anybody mistypes. */
const LONGEST = 200;

/** How many pairs of characters are compared at most, for names may come from a card that means to keep its reader busy. */
const MOST_EFFORT = 100_000;

/**
 * The names that somebody who wrote `given` may have meant, the likeliest first: names that contain it, and names a few
 * slips of the finger away. Of a name such as `family/name` its second half counts too, of `1.0` its beginning. Names of
 * more than 200 characters are never meant, and of very many names only the first are looked at for slips.
 */
export function namesLike(given: string, names: readonly string[]): readonly string[] {
  if (given === '' || given.length > LONGEST) return [];
  const wanted = given.toLowerCase();
  const tolerated = Math.min(Math.max(1, Math.floor(wanted.length / 3)), wanted.length - 1);
  const near: { readonly name: string; readonly distance: number }[] = [];
  let effort = 0;
  for (const name of names) {
    if (name.length > LONGEST) continue;
    const lower = name.toLowerCase();
    if (isAbbreviated(wanted, lower)) {
      near.push({ name, distance: 0 });
      continue;
    }
    for (const part of new Set([lower, lower.slice(lower.indexOf('/') + 1)])) {
      // Each character too many or too few is a slip.
      if (Math.abs(part.length - wanted.length) > tolerated || effort > MOST_EFFORT) continue;
      effort += part.length * wanted.length;
      const distance = editDistance(wanted, part);
      if (distance <= tolerated) near.push({ name, distance });
    }
  }
  const sorted = near.sort((a, b) => a.distance - b.distance).map(({ name }) => name);
  return [...new Set(sorted)].slice(0, MOST);
}

/** A question to append to an error, or nothing where no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const near = namesLike(given, names);
  const last = near.at(-1);
  if (last === undefined) return '';
  return ` Did you mean ${near.length === 1 ? last : `${near.slice(0, -1).join(', ')} or ${last}`}?`;
}

function isAbbreviated(wanted: string, name: string): boolean {
  return (wanted.length >= 3 && name.includes(wanted)) || name.startsWith(`${wanted}.`);
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
