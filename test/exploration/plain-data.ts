/**
 * Copies plain data: objects, arrays and maps. What is frozen, and functions, are taken as constants and shared; the
 * peer's sayings are frozen, so that only what changes is copied.
 */
export function copyOf<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Map) {
    const map = new Map<unknown, unknown>();
    for (const [key, member] of value) map.set(key, copy(member));
    return map;
  }
  const copied = { ...value } as Record<string, unknown>;
  for (const key in copied) {
    const member = copied[key];
    if (typeof member === 'object' && member !== null) copied[key] = copy(member);
  }
  return copied;
}

/** Freezes plain data through and through. */
export function constant<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) constant(member);
    Object.freeze(value);
  }
  return value;
}
