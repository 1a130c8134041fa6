import canonicalize from 'canonicalize';

/**
 * The RFC 8785 form of a JSON value. Never throws: what RFC 8785 has no form for (a lone surrogate, a number too large
 * for a double, nesting beyond the stack) falls back to plain JSON text, and to a constant where even that fails.
 */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch {
    try {
      return JSON.stringify(value) ?? 'null';
    } catch {
      return '"unrepresentable"';
    }
  }
}
