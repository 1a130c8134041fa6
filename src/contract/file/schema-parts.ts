/** A list of media types, or of words that older cards use for them. */
export const MEDIA_TYPES = {
  type: 'array',
  items: { type: 'string', pattern: '^[^\\s/;]+(/[^\\s/;]+)?(\\s*;\\s*[^\\s;=]+=("[^"]*"|[^\\s;]+))*$' },
} as const;

/** One of several words. */
export function oneOf<T extends string>(words: readonly T[]) {
  return { enum: words } as const;
}

/** A list of such words. */
export function someOf<T extends string>(words: readonly T[]) {
  return { type: 'array', items: { enum: words } } as const;
}
