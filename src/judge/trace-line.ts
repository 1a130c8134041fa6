import type { WireBody } from '../protocol/codec.ts';
import { excerpt } from '../protocol/excerpt.ts';
import { asObject, type JsonObject } from '../protocol/json.ts';
import { findJsonFault, type JsonFault } from '../protocol/json-fault.ts';
import { isTooDeep, TOO_DEEP_TEXT } from './nesting.ts';

/** A line of a recorded trace: one thing that went over one connection, in the order in which it did. */
export interface TraceLine {
  /** Counted from 1. */
  readonly line: number;
  readonly dir: 'req' | 'res' | 'sse' | 'webhook' | 'note';
  /** Milliseconds since the recording began. */
  readonly at: number;
  /** Numbers the connection; `undefined` for a web-hook, which comes by one of its own. */
  readonly conn: unknown;
  /** The whole line. */
  readonly json: JsonObject;
}

/** A line that says nothing about A2A, and why. */
export interface UnreadLine {
  readonly line: number;
  readonly why: string;
  /** Where it goes wrong, if it is no JSON at all. */
  readonly fault?: JsonFault;
  /** What it claims is ill-formed, so that a record which holds it can't be judged. */
  readonly illFormed?: true;
}

const DIRS: ReadonlySet<unknown> = new Set(['req', 'res', 'sse', 'webhook', 'note']);

/**
 * Splits the text of a trace file into its lines. Time never runs backwards in what comes out; what is no line of a
 * trace is listed and left out.
 *
 * @param doubts takes the lines whose time is older than that of a line before them
 */
export function traceLines(text: string, unread: UnreadLine[], doubts: UnreadLine[] = []): readonly TraceLine[] {
  const lines: TraceLine[] = [];
  let at = 0;
  let line = 0;
  for (const one of text.split('\n')) {
    line++;
    if (one.trim() === '') continue;
    const json = parseLine(one);
    if (json === undefined || !DIRS.has(json['dir'])) {
      const fault = json === undefined ? findJsonFault(one) : undefined;
      unread.push({ line, why: 'no line of a trace', ...(fault && { fault }) });
      continue;
    }
    const t = json['t'];
    if (isTime(t)) {
      if (t < at) doubts.push({ line, why: `\`t\` runs back from ${at} to ${t}` });
      at = Math.max(at, t);
    } else if (t !== undefined && t !== null) {
      unread.push({ line, why: illFormed('t', t, TIME), illFormed: true });
    }
    lines.push({ line, dir: json['dir'] as TraceLine['dir'], at, conn: json['conn'], json });
  }
  return lines;
}

const TIME = 'a number from 0 on: the milliseconds since the recording began';

/** What is wrong with a member of a line, and what has to stand there instead. */
export function illFormed(member: string, value: unknown, wanted: string): string {
  const shown = typeof value === 'string' ? JSON.stringify(excerpt(value)) : excerpt(value);
  return `\`${member}\` is ${shown}, and has to be ${wanted}`;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function parseLine(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The headers of a line, by lower-cased name. One that is there several times has its values as a list. */
export function headersOf(json: JsonObject): Readonly<Record<string, string | undefined>> {
  const headers: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(asObject(json['headers']) ?? {})) {
    const text = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : value;
    if (typeof text === 'string' && !(Array.isArray(value) && text === '')) headers[name.toLowerCase()] = text;
  }
  return headers;
}

/**
 * What a line has for a body, as the text that went over the wire: JSON is written down as such, anything else as text.
 * Of JSON too deep to be read there is just what shows that.
 */
export function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  return isTooDeep(body) ? TOO_DEEP_TEXT : JSON.stringify(body);
}

/** A body as a codec takes it. */
export function wireBody(text: string, headers: WireBody['headers'], received: number): WireBody {
  return { headers, body: Buffer.from(text), received };
}
