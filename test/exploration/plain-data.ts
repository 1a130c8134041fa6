const constants = new WeakMap<object, number>();
let count = 0;

/** Freezes plain data through and through, and makes it a constant: it is shared by copies and told by its number. */
export function constant<T extends object>(value: T): T {
  if (constants.has(value)) return value;
  constants.set(value, ++count);
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) constant(member);
  }
  return Object.freeze(value);
}

/** The number of a constant, or `undefined`. */
export function numberOf(value: object): number | undefined {
  return constants.get(value);
}

/** Copies plain data: objects, arrays and maps. Constants are shared, so that only what may change is copied. */
export function copyOf<T extends object>(value: T): T {
  return copy(value) as T;
}

function copy(value: object): object {
  if (constants.has(value)) return value;
  if (Array.isArray(value)) return value.map((member) => (isObject(member) ? copy(member) : member));
  if (value instanceof Map) {
    const map = new Map<unknown, unknown>();
    for (const [key, member] of value) map.set(key, isObject(member) ? copy(member) : member);
    return map;
  }
  const copied: Record<string, unknown> = { ...value };
  for (const key in copied) {
    const member = copied[key];
    if (isObject(member)) copied[key] = copy(member);
  }
  return copied;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
