import { canonicalJson } from '../../protocol/canonical-json.ts';
import { asObject, type JsonObject } from '../../protocol/json.ts';

/** Beyond so many values, putting them in order would take longer than taking the request in did. */
const MOST_VALUES = 50_000;
/** What a double may not hold, and half a character: canonical JSON makes either equal to something else. */
const INEXACT = /\d{16}|[\d.]{17}|[eE][+-]?\d{3}|\\u[dD][89a-fA-F]/;

type ParseExactly = (
  text: string,
  revive: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/**
 * What a message holds, as one text: the same for whatever JSON is the same but for the order of members and the way it
 * is written, and another one for all else. Where there are too many values for that, the order counts.
 *
 * @param messageIn finds the message in the JSON of the request
 * @param text of the request, of which `json` was read; of reasonable depth
 */
export function messageContent(
  messageIn: (json: JsonObject | undefined) => unknown,
  json: JsonObject | undefined,
  text: string,
): string {
  const message = messageIn(json);
  if (message === undefined) return text;
  const inexact = INEXACT.test(text);
  if (countDown(json, MOST_VALUES) < 0) return inexact ? text : JSON.stringify(message);
  return canonicalJson(inexact ? messageIn(asObject((JSON.parse as ParseExactly)(text, exactly))) : message);
}

/** What is left of a number once a value and those in it are counted; less than nothing where they are more. */
function countDown(value: unknown, from: number): number {
  let left = from - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (left < 0) return left;
    left = countDown(member, left);
  }
  return left;
}

/** A value, or a text that stands for what canonical JSON has no form for. */
function exactly(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : standIn(JSON.stringify(value));
  if (typeof value === 'number') return source === undefined || isExact(value, source) ? value : standIn(source);
  const json = asObject(value);
  if (json === undefined || Object.keys(json).every((name) => name.isWellFormed())) return value;
  return Object.fromEntries(
    Object.entries(json).map(([name, member]) => [name.isWellFormed() ? name : standIn(JSON.stringify(name)), member]),
  );
}

function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true;
  return !INEXACT.test(source) && Number.isFinite(value);
}

/** No text that anybody would send begins like this. */
function standIn(written: string): string {
  return `\0\0${written}`;
}
