import { asList, asObject, asText, type JsonObject } from '../protocol/json.ts';
import type { Dialect } from '../protocol/operation.ts';
import type { ReadRequest } from '../protocol/read/request.ts';
import { type HarExchange, harExchange } from './har-exchange.ts';
import { lacksHeaderIn } from './header-lack.ts';
import type { Addressee, Recording } from './recording.ts';
import { spokenTo } from './spoken-to.ts';
import { cardIn, type TraceCard } from './trace-card.ts';
import type { TraceLine, UnreadLine } from './trace-line.ts';
import { TraceReader } from './trace-reader.ts';
import { readTraceRequest, whyUnread } from './trace-request.ts';
import { WebHooks } from './web-hooks.ts';

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

interface FoundCard {
  readonly origin: string;
  readonly found: TraceCard;
}

/** An agent that was called, or a tenant of one, and the calls to it. */
interface Called {
  readonly origin: string;
  /** Origin and binding: where a card lists another path for it, this one is of another agent. */
  readonly place: string;
  readonly own: TraceCard | undefined;
  readonly agent: Addressee;
  readonly lines: TraceLine[];
}

/**
 * Reads a HAR, as browsers and proxies write it. Calls belong to one interface if they went to one agent and tenant at
 * one origin in one dialect over one binding. The file doesn't say when each event of a stream came, nor who closed it.
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
  const listing = card === undefined ? cards.map(({ found }) => found) : [card];
  const requests = new Map<TraceLine, ReadRequest>();
  const groups = new Map<string, Called>();
  for (const { origin, lines } of exchanges) {
    const [first] = lines;
    const request = first && readTraceRequest(first.json, undefined);
    if (first === undefined || request === undefined) {
      unread.push({ line: first?.line ?? 0, why: whyUnread(first?.json ?? {}) });
      continue;
    }
    requests.set(first, request);
    const agent = spokenTo({ origin, request }, listing);
    const place = `${origin} ${request.binding}`;
    const key = `${place} ${request.dialect} ${agent.key}`;
    const group = groups.get(key) ?? { origin, place, own: agent.card, agent: agent.agent, lines: [] };
    groups.set(key, group);
    group.lines.push(...lines);
  }
  const listed = new Set(Array.from(groups.values(), ({ place, own }) => own && place));
  const recordings = Array.from(groups.values(), ({ origin, place, own, agent, lines }) => {
    const claimed = card ?? own ?? (listed.has(place) ? undefined : cardOfOrigin(cards, origin));
    const hooks = new WebHooks();
    const lacks = lacksHeaderIn(lines);
    const reader = new TraceReader({ requests: lines, card: claimed, unread, hooks, lacks, dialect, agent });
    for (const line of lines.sort((a, b) => a.at - b.at)) {
      const request = requests.get(line);
      if (request === undefined) reader.read(line);
      else reader.ask(line, request);
    }
    return reader.recording(false);
  });
  return { recordings, unread };
}

/** The card of an origin of which none lists what was called there: one that lists it at all, or was fetched there. */
function cardOfOrigin(cards: readonly FoundCard[], origin: string): TraceCard | undefined {
  const listing = cards.find(({ found }) => found.card.interfaces.some(({ url }) => originOf(url) === origin));
  return (listing ?? cards.find((each) => each.origin === origin))?.found;
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
    if (exchange === undefined) {
      const undated = entry?.['startedDateTime'] !== undefined && !Number.isFinite(start);
      const why = undated ? 'an entry whose `startedDateTime` is no date' : 'no entry of a HAR';
      unread.push({ line: index + 1, why });
    }
    return exchange ?? [];
  });
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
