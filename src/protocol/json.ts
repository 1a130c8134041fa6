/** Any JSON value, as it came off the wire. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object whose members have not been looked at yet. Unknown members survive untouched. */
export interface JsonObject {
  readonly [member: string]: unknown;
}

/** The value if it is a JSON object (not an array, not null), else `undefined`. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The value if it is a string with at least one character. The proto form of JSON writes an absent string as `""`. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value if it is an array, else an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NOTHING;
}

const NOTHING: readonly unknown[] = [];
