import { type Format, type JsonObject, origin, type Read } from '../model.ts';

/** The value as a JSON object, if it is one. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An id; an empty one is none, as protocol buffers have it. */
export function asId(value: unknown): string | undefined {
  return asText(value) || undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** The objects of a list, each read; undefined where there is no list. */
export function asList<T>(value: unknown, read: (item: JsonObject) => T): readonly T[] | undefined {
  return Array.isArray(value) ? value.map((item) => read(asObject(item) ?? {})) : undefined;
}

export function asTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

/** Marks a value with the JSON that it was read from. */
export function readFrom<T extends object>(format: Format, json: JsonObject, value: T): T {
  const mark = { format, json, of: {} };
  const marked = { ...value, [origin]: mark };
  mark.of = marked;
  return marked;
}

/**
 * The JSON of a value: what it was read from if it is still the same value, else the fields as rendered, with those
 * of its source that nobody knew. A source in another format counts for nothing. Known fields that are missing now
 * must be rendered as undefined.
 */
export function writeBack(format: Format, value: Read, rendered: JsonObject): JsonObject {
  const source = value[origin];
  if (source === undefined || source.format !== format) return rendered;
  return source.of === value ? source.json : { ...source.json, ...rendered };
}
