import { MAX_DEPTH } from '../protocol/bindings/json-scan.ts';

/** What is said of a line that can't be read for it. */
export const TOO_DEEP = `it is nested more than ${MAX_DEPTH} deep`;

/**
 * Whether a value is nested deeper than what came over a wire is read, or deeper than so many levels. Whatever walks the
 * value later recurses, and a stack is finite.
 */
export function isTooDeep(value: unknown, levels: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}

/** The beginning of a text that is nested as deep as nothing is read: stands for one that can't even be written down. */
export const TOO_DEEP_TEXT = '['.repeat(MAX_DEPTH + 1);
