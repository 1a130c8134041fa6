import type { CardChange } from '../diff-cards.ts';

/** Says what is different, in a few words: the first three changes and how many more there are. */
export function changesInWords(changes: readonly CardChange[]): string {
  const told = changes
    .slice(0, 3)
    .map(({ kind, name }) => `${name} ${kind === 'changed' ? 'is different' : `was ${kind}`}`);
  const more = changes.length - told.length;
  return `${told.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}
