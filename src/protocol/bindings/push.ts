import type { WireBody } from '../codec.ts';
import { asObject } from '../json.ts';
import type { Observe, Vantage } from '../observation.ts';
import type { Dialect } from '../operation.ts';
import type { PayloadReader } from '../read/payload-reader.ts';
import { tellContentType, textOfBody } from './body.ts';
import { NOT_JSON, parseJson, TOO_DEEP } from './json-text.ts';
import { tell, tellLost } from './telling.ts';

/** The media types of a delivery: 1.0 posts have that of the HTTP+JSON binding whatever the binding (§4.3.3). */
const MEDIA_TYPES: Readonly<Record<Dialect, readonly string[]>> = {
  '0.2': ['application/json'],
  '0.3': ['application/json'],
  '1.0': ['application/a2a+json', 'application/json'],
};

/** Tells what was delivered to a web-hook: in 1.0 a StreamResponse, before that a task, never in an envelope. */
export function decodePush(
  dialect: Dialect,
  reader: PayloadReader,
  vantage: Vantage,
  delivery: WireBody,
  observe: Observe,
): void {
  const { headers, body, received } = delivery;
  tellContentType(headers, MEDIA_TYPES[dialect], vantage, received, observe);
  const value = parseJson(textOfBody(body, vantage, received, observe), vantage, received, observe);
  if (value === NOT_JSON || value === TOO_DEEP) return tellLost(vantage, received, observe);
  const enveloped = asObject(asObject(value)?.['result']);
  const seen = reader.readEvent(enveloped ?? value, vantage, received);
  if (seen === undefined) {
    tell('field', 'it is no task, message or event', vantage, received, observe);
    return tellLost(vantage, received, observe);
  }
  reader.tellForm(vantage, received, observe);
  if (enveloped !== undefined) {
    tell('envelope', 'a delivery is in an envelope', vantage, received, observe);
  }
  observe(seen);
}
