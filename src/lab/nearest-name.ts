/** Names that have less than this in common are not taken for each other. */
const LEAST_ALIKE = 0.4;

/** A question to append to an error: which of the names was probably meant. Nothing where none is like what was given. */
export function nearestName(given: string, names: Iterable<string>): string {
  let [nearest, alike] = ['', LEAST_ALIKE];
  for (const name of names) {
    const share = likeness(given.toLowerCase(), name.toLowerCase());
    if (share >= alike) [nearest, alike] = [name, share];
  }
  return nearest === '' ? '' : ` Did you mean ${nearest}?`;
}

/** The share of their pairs of letters that two words have in common, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [ofA, ofB] = [pairs(a), pairs(b)];
  const common = ofA.filter((pair) => ofB.includes(pair)).length;
  return (2 * common) / (ofA.length + ofB.length);
}

function pairs(word: string): readonly string[] {
  const padded = ` ${word} `;
  return [...padded].slice(1).map((letter, index) => `${padded[index]}${letter}`);
}
