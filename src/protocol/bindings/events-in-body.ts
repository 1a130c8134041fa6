import { isStreaming } from '../call.ts';
import { mediaTypeOfHeaders, type WireAnswer } from '../codec.ts';
import { excerpt } from '../excerpt.ts';
import type { Observe, Vantage } from '../observation.ts';
import { createSseReader } from '../sse/reader.ts';
import { tell, tellNoAnswer } from './telling.ts';

/** Decodes one payload by a vantage. */
type Decode = (data: string, vantage: Vantage) => void;

/**
 * Tells a success whose body turns out to hold server-sent events, and decodes these: the whole stream where one was
 * called for, under whatever media type; else an answer in pieces, for which nobody asked. `false` for any other body.
 */
export function decodeEventsInBody(vantage: Vantage, answer: WireAnswer, observe: Observe, decode: Decode): boolean {
  const { received, headers } = answer;
  const type = mediaTypeOfHeaders(headers);
  if (type !== 'text/event-stream' && !looksLikeEvents(answer.body)) return false;
  if (!isStreaming(vantage.operation)) {
    tell('unasked-stream', `${vantage.operation} is answered by an event stream`, vantage, received, observe);
    const payloads = payloadsOf(answer.body);
    for (const payload of payloads) decode(payload, vantage);
    if (payloads.length === 0) tellNoAnswer(vantage, answer.status, received, observe);
    return true;
  }
  const stream: Vantage = { ...vantage, channel: 'stream' };
  if (type !== 'text/event-stream') {
    const as = type === undefined ? 'without a content type' : `as ${excerpt(type)}`;
    tell('not-sse', `a stream comes ${as}`, stream, received, observe);
  }
  observe({ kind: 'open', vantage: stream, received });
  for (const payload of payloadsOf(answer.body)) decode(payload, stream);
  observe({ kind: 'close', by: 'peer', vantage: stream, received });
  return true;
}

function looksLikeEvents(body: Buffer): boolean {
  return /^(?:data|event|id|retry)?:/.test(body.toString('latin1', 0, 8));
}

/** The payloads of the events; the last one counts even without its blank line. */
function payloadsOf(body: Buffer): readonly string[] {
  const payloads: string[] = [];
  const reader = createSseReader({ onFrame: ({ data }) => payloads.push(data), maxFrameBytes: body.length + 1 });
  reader.push(body);
  const rest = reader.end();
  if (rest?.data !== undefined) payloads.push(rest.data);
  return payloads;
}
