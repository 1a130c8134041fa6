import { asList, asObject, asText, type JsonObject } from '../protocol/json.ts';
import type { Dialect } from '../protocol/operation.ts';
import { type HarExchange, harExchange } from './har-exchange.ts';
import type { Recording } from './recording.ts';
import { cardIn, type TraceCard } from './trace-card.ts';
import type { TraceLine, UnreadLine } from './trace-line.ts';
import { TraceReader } from './trace-reader.ts';
import { readTraceRequest, whyUnread } from './trace-request.ts';

/** What a HAR shows: a recording for each interface of A2A that was called. */
export interface HarReading {
  readonly recordings: readonly Recording[];
  /** Entries that say nothing about A2A; `line` is the number of the entry, from 1. */
  readonly unread: readonly UnreadLine[];
}

/** The log of a HAR 1.2 file, if the value is one. */
export function harLog(value: unknown): JsonObject | undefined {
  const log = asObject(asObject(value)?.['log']);
  return log !== undefined && Array.isArray(log['entries']) ? log : undefined;
}

/**
 * Reads a HAR, as browsers and proxies write it. Calls belong to one interface if they went to one origin in one
 * dialect over one binding. The file doesn't say when each event of a stream came, nor who closed it.
 *
 * @param card that of every agent in it; else that which the HAR shows being fetched
 * @param dialect the version to read and judge by, whatever the card or the requests say
 */
export function readHar(log: JsonObject, card?: TraceCard, dialect?: Dialect): HarReading {
  const unread: UnreadLine[] = [];
  const exchanges = exchangesOf(log, unread);
  const cards = exchanges.flatMap(({ origin, lines }) => {
    const found = cardIn(lines);
    return found === undefined ? [] : [{ origin, found }];
  });
  const groups = new Map<string, { readonly origin: string; readonly lines: TraceLine[] }>();
  for (const { origin, lines } of exchanges) {
    const request = lines[0] && readTraceRequest(lines[0].json, undefined);
    if (request === undefined) {
      unread.push({ line: lines[0]?.line ?? 0, why: whyUnread(lines[0]?.json ?? {}) });
      continue;
    }
    const key = `${origin} ${request.dialect} ${request.binding}`;
    const group = groups.get(key) ?? { origin, lines: [] };
    groups.set(key, group);
    group.lines.push(...lines);
  }
  const recordings = Array.from(groups.values(), ({ origin, lines }) => {
    const own = cards.find(({ found }) => found.card.interfaces.some(({ url }) => originOf(url) === origin));
    const reader = new TraceReader(
      lines,
      card ?? (own ?? cards.find((each) => each.origin === origin))?.found,
      unread,
      dialect,
    );
    for (const line of lines.sort((a, b) => a.at - b.at)) reader.read(line);
    return reader.recording(false);
  });
  return { recordings, unread };
}

function exchangesOf(log: JsonObject, unread: UnreadLine[]): readonly HarExchange[] {
  const entries = asList(log['entries']).map(asObject);
  const starts = entries.map((entry) => Date.parse(asText(entry?.['startedDateTime']) ?? ''));
  const begin = starts
    .filter(Number.isFinite)
    .reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY);
  return entries.flatMap((entry, index) => {
    const start = starts[index] ?? Number.NaN;
    const exchange = entry && Number.isFinite(start) ? harExchange(entry, index + 1, start - begin) : undefined;
    if (exchange === undefined) unread.push({ line: index + 1, why: 'no entry of a HAR' });
    return exchange ?? [];
  });
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
