import canonicalize from 'canonicalize';

/**
 * The RFC 8785 form of a JSON value. Never throws: what RFC 8785 has no form for is put into one that has, value by
 * value (a lone surrogate becomes U+FFFD, a number too large for a double its sign and the word), so that the order of
 * members never counts. Only nesting beyond the stack falls back to a constant.
 */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch {
    try {
      return canonicalize(representable(value)) ?? 'null';
    } catch {
      return '"unrepresentable"';
    }
  }
}

function representable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return value.map(representable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), representable(member)]),
  );
}
