import { isUtf8 } from 'node:buffer';
import { mediaTypeOfHeaders, type WireBody } from '../codec.ts';
import { excerpt } from '../excerpt.ts';
import type { Observe, Vantage } from '../observation.ts';
import { tell } from './telling.ts';

/** The text of a body; a byte sequence that is not UTF-8 is told, and read as U+FFFD. */
export function textOfBody(body: Buffer, vantage: Vantage, received: number, observe: Observe): string {
  if (!isUtf8(body)) {
    tell('encoding', 'the body is not UTF-8', vantage, received, observe);
  }
  return body.toString('utf8');
}

/** Tells a body of another media type than the binding has. */
export function tellContentType(
  headers: WireBody['headers'],
  accepted: readonly string[],
  vantage: Vantage,
  received: number,
  observe: Observe,
): void {
  const type = mediaTypeOfHeaders(headers);
  if (type !== undefined && accepted.includes(type)) return;
  const named = type === undefined ? 'without a content type' : excerpt(type);
  tell('content-type', `the body is ${named}`, vantage, received, observe);
}

/** `Retry-After` in milliseconds: as seconds, or as a date where the answer tells its own date beside it. */
export function retryAfterMs(headers: WireBody['headers']): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(value) - Date.parse(String(headers['date']));
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
