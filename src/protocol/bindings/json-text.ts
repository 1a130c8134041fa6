import { excerpt } from '../excerpt.ts';
import type { Observe, Vantage } from '../observation.ts';
import { scanJson } from './json-scan.ts';
import { tell } from './telling.ts';

/** Stands for text that is no JSON, since every JSON value may come off the wire. */
export const NOT_JSON = Symbol('not JSON');
/** Stands for text that is nested deeper than it is read. */
export const TOO_DEEP = Symbol('too deep');

/**
 * Parses what a peer sent as JSON, past a byte order mark or the control characters that some put before each payload.
 * Each of these is told as a defect, and so are a key that is there twice and nesting too deep to be handled.
 */
export function parseJson(text: string, vantage: Vantage, received: number, observe: Observe): unknown {
  const start = strayCharacters(text);
  const payload = start === 0 ? text : text.slice(start);
  const flaw = scanJson(payload);
  if (flaw?.kind === 'depth') {
    tell('depth', 'the payload is nested too deep', vantage, received, observe);
    return TOO_DEEP;
  }
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    tell('not-json', text === '' ? 'empty' : `${text.length} characters that are no JSON`, vantage, received, observe);
    return NOT_JSON;
  }
  if (start > 0) {
    const first = text.charCodeAt(0).toString(16).padStart(4, '0');
    const detail = `${start} stray character(s) before the payload, the first is U+${first}`;
    tell('control-character', detail, vantage, received, observe);
  }
  if (flaw !== undefined)
    tell('duplicate-key', `an object has the key ${excerpt(flaw.key)} twice`, vantage, received, observe);
  return value;
}

/** How many characters come before the payload that are neither JSON nor its white space. */
function strayCharacters(text: string): number {
  let end = 0;
  let stray = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const white = code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
    if (!white && code >= 0x20 && code !== 0xfeff) break;
    stray ||= !white;
    end = at + 1;
  }
  return stray ? end : 0;
}
