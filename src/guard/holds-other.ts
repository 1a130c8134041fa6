import type { AssembledArtifact } from '../lifecycle/assembly.ts';
import type { Part } from '../protocol/model.ts';

/**
 * Whether a task holds of a text more than a stream brought which told the end. A stream that was joined late may lack what
 * came before it was heard, and brings all that came since; what it repeats makes a text longer.
 */
export function holdsOther(held: readonly Part[], { parts, since }: AssembledArtifact): boolean {
  const [whole, own] = [textOf(held), textOf(parts)];
  if (since === 'snapshot' || !whole || !own || whole.length <= own.length) return false;
  return since === 'begin' || !whole.endsWith(own);
}

/** The text of parts that are text and nothing else. */
function textOf(parts: readonly Part[]): string | undefined {
  const texts = parts.map(({ text, filename }) => (filename ? undefined : text));
  return texts.includes(undefined) ? undefined : texts.join('');
}
