import { mediaTypeOfHeaders } from '../protocol/codec.ts';
import { asList, asObject, asText, type JsonObject } from '../protocol/json.ts';
import { createSseReader } from '../protocol/sse/reader.ts';
import type { TraceLine } from './trace-line.ts';

/** One entry of a HAR as the lines that a trace would have for it. */
export interface HarExchange {
  readonly origin: string;
  /** The request first; all with the number of the entry as their connection. */
  readonly lines: readonly TraceLine[];
}

/**
 * Reads one entry; `undefined` where it is none. An answer whose body the HAR does not hold is no answer of the agent's
 * that could be judged, and what came on a stream is dated at its end.
 *
 * @param start when the request went out, in ms since the HAR began
 */
export function harExchange(entry: JsonObject, number: number, start: number): HarExchange | undefined {
  const request = asObject(entry['request']);
  const response = asObject(entry['response']) ?? {};
  const url = asText(request?.['url']);
  if (request === undefined || url === undefined || !URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  const end = start + durationOf(entry['time']);
  const line = (dir: TraceLine['dir'], at: number, json: JsonObject): TraceLine => ({
    line: number,
    dir,
    at,
    conn: number,
    json,
  });
  const asked = line('req', start, {
    method: asText(request['method'])?.toUpperCase(),
    path: `${pathname}${search}`,
    headers: headersIn(request['headers']),
    body: jsonOrText(asText(asObject(request['postData'])?.['text'])),
  });
  const status = response['status'];
  const headers = headersIn(response['headers']);
  // Of an answer a HAR holds all headers or none; credentials in requests are often left out.
  const allHeaders = Object.keys(headers).length > 0;
  const body = bodyOf(response);
  if (NO_STATUS.has(status)) {
    return { origin, lines: [asked, line('res', end, { unanswered: 'the HAR shows no answer' })] };
  }
  if (body === undefined) {
    return { origin, lines: [asked, line('res', end, { unanswered: 'the HAR does not hold the body of the answer' })] };
  }
  if (Number(status) > 299 || mediaTypeOfHeaders(headers) !== 'text/event-stream') {
    return { origin, lines: [asked, line('res', end, { status, headers, body, allHeaders })] };
  }
  const opened = end - Math.min(end - start, durationOf(asObject(entry['timings'])?.['receive']));
  return {
    origin,
    lines: [
      asked,
      line('res', opened, { status, headers }),
      ...eventsIn(body).map((data) => line('sse', end, { body: data })),
      line('res', end, { end: 'the HAR does not say who closed the stream' }),
    ],
  };
}

/** What writers of HAR have for the status of an answer that never came. */
const NO_STATUS: ReadonlySet<unknown> = new Set([undefined, null, 0, -1]);

/** HAR has -1 for what is not known. */
function durationOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
}

function headersIn(list: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const entry of asList(list)) {
    const { name, value } = asObject(entry) ?? {};
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

/** The body of a response as text; `undefined` where there was one and the HAR lacks it. */
function bodyOf(response: JsonObject): string | undefined {
  const content = asObject(response['content']) ?? {};
  const { text, size } = content;
  if (typeof text !== 'string') return size === 0 || response['bodySize'] === 0 ? '' : undefined;
  return content['encoding'] === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function jsonOrText(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The data of each event. One that is cut off at the end of the file is left out. */
function eventsIn(text: string): readonly string[] {
  const events: string[] = [];
  const reader = createSseReader({ onFrame: ({ data }) => events.push(data), maxFrameBytes: Number.POSITIVE_INFINITY });
  reader.push(Buffer.from(text));
  const rest = reader.end()?.data;
  if (rest !== undefined && typeof jsonOrText(rest) !== 'string') events.push(rest);
  return events;
}
