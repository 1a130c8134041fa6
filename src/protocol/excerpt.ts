const LONGEST = 80;

/** A short piece of a peer's text or JSON value, for a message; never longer than some 80 characters. */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? value : textOf(value);
  return (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text).toWellFormed();
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : String(value);
}
