import type { Observe, Vantage } from '../observation.ts';

/** Stands for text that is no JSON, since every JSON value may come off the wire. */
export const NOT_JSON = Symbol('not JSON');

/**
 * Parses what a peer sent as JSON, past a byte order mark or the control characters that some put before each payload.
 * Each of these is told as a defect.
 */
export function parseJson(text: string, vantage: Vantage, received: number, observe: Observe): unknown {
  const first = text.charCodeAt(0);
  if (first === 0x7b) {
    try {
      return JSON.parse(text);
    } catch {
      return notJson(text, vantage, received, observe);
    }
  }
  let start = 0;
  while (isStray(text.charCodeAt(start))) start++;
  try {
    const value: unknown = JSON.parse(start === 0 ? text : text.slice(start));
    if (start > 0) {
      const detail = `${start} stray character(s) before the payload, the first is U+${first.toString(16).padStart(4, '0')}`;
      observe({ kind: 'defect', defect: 'control-character', detail, vantage, received });
    }
    return value;
  } catch {
    return notJson(text, vantage, received, observe);
  }
}

function isStray(code: number): boolean {
  return code < 0x20 || code === 0xfeff;
}

function notJson(text: string, vantage: Vantage, received: number, observe: Observe): typeof NOT_JSON {
  const detail = text === '' ? 'empty' : `${text.length} characters that are no JSON`;
  observe({ kind: 'defect', defect: 'not-json', detail, vantage, received });
  return NOT_JSON;
}
