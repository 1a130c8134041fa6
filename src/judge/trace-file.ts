import type { Dialect } from '../protocol/operation.ts';
import type { ReadRequest } from '../protocol/read/request.ts';
import { lacksHeaderIn } from './header-lack.ts';
import type { Recording } from './recording.ts';
import { type SpokenTo, spokenTo } from './spoken-to.ts';
import { cardsIn, type TraceCard } from './trace-card.ts';
import { type TraceLine, traceLines, type UnreadLine } from './trace-line.ts';
import { TraceReader } from './trace-reader.ts';
import { readTraceRequest, type Spoken, whyUnread } from './trace-request.ts';
import { WebHooks } from './web-hooks.ts';

/** What a recorded trace shows of the agent that was spoken to first, if of several. */
export interface TraceReading extends Recording, Pick<TraceRecordings, 'unread' | 'doubts'> {}

/** What a recorded trace shows. */
export interface TraceRecordings {
  /** One for each agent, and for each tenant of one, in the order in which they were first spoken to; one at least. */
  readonly recordings: readonly [Recording, ...Recording[]];
  /** Lines that say nothing about A2A, such as the fetching of a card, and such as can't be read. */
  readonly unread: readonly UnreadLine[];
  /** Lines that are older than one before them. They are read as having come with it. */
  readonly doubts: readonly UnreadLine[];
}

/** A request of a trace, and whom it went to. */
interface Asked extends SpokenTo {
  readonly line: TraceLine;
  readonly request: ReadRequest;
}

/** As `readTrace`, for a trace of one agent. */
export function readTraceFile(text: string, card?: TraceCard, dialect?: Dialect): TraceReading {
  const { recordings, ...lines } = readTrace(text, card, dialect);
  return { ...recordings[0], ...lines };
}

/**
 * Reads the text of a trace: lines of JSON, each with `t`, `dir` (`req`, `res`, `sse`, `webhook` or `note`), `conn` and
 * what went over it. Requests are understood in every dialect and over every binding, and their answers by the codec
 * that belongs to them. Never throws; what is no A2A is listed.
 *
 * @param card the card of the peer; unless given, those that the trace shows being fetched. It tells what is claimed,
 *   which interfaces are of one agent, and 0.2 from 0.3
 * @param dialect the version to read and judge by, whatever the card or the requests say
 */
export function readTrace(text: string, card?: TraceCard, dialect?: Dialect): TraceRecordings {
  const unread: UnreadLine[] = [];
  const doubts: UnreadLine[] = [];
  const lines = traceLines(text, unread, doubts);
  const cards = card === undefined ? cardsIn(lines) : [card];
  const asked = requestsIn(lines, cards);
  const agents = Map.groupBy(asked.values(), ({ key }) => key);
  const listed = new Set(Array.from(asked.values(), (each) => each.card && each.request.binding));
  const hooks = new WebHooks();
  const lacks = lacksHeaderIn(lines);
  const reader = (own: readonly Asked[]): TraceReader => {
    const requests = own.map(({ line }) => line);
    const [first] = own;
    // Other URLs may hold where a record was made than in the card, unless it lists another one that was called.
    const unlisted = listed.has(first?.request.binding) ? card : cards[0];
    const claimed = first?.card ?? unlisted;
    return new TraceReader({ requests, card: claimed, unread, hooks, lacks, dialect, agent: first?.agent });
  };
  const readers = new Map(Array.from(agents, ([key, own]) => [key, reader(own)]));
  readLines(lines, unread, hooks, (line) => {
    const request = asked.get(line);
    const to = request && readers.get(request.key);
    if (request !== undefined) to?.ask(line, request.request);
    return to;
  });
  hooks.settle(unread);
  unread.sort((a, b) => a.line - b.line);
  const [first = reader([]), ...others] = readers.values();
  return { recordings: [first.recording(true), ...others.map((each) => each.recording(true))], unread, doubts };
}

function requestsIn(lines: readonly TraceLine[], cards: readonly TraceCard[]): ReadonlyMap<TraceLine, Asked> {
  const asked = new Map<TraceLine, Asked>();
  let spoken: Spoken;
  for (const line of lines) {
    const request = line.dir === 'req' ? readTraceRequest(line.json, spoken) : undefined;
    if (request === undefined) continue;
    spoken ??= request;
    asked.set(line, { line, request, ...spokenTo({ origin: '', request }, cards) });
  }
  return asked;
}

/** @param ask reads a request, and says who reads what comes back */
function readLines(
  lines: readonly TraceLine[],
  unread: UnreadLine[],
  hooks: WebHooks,
  ask: (line: TraceLine) => TraceReader | undefined,
): void {
  const readers = new Map<unknown, TraceReader | undefined>();
  for (const line of lines) {
    const { dir, conn } = line;
    if (dir === 'webhook') hooks.keep(line);
    if (dir === 'req') {
      const reader = ask(line);
      readers.set(conn, reader);
      if (reader === undefined) unread.push({ line: line.line, why: whyUnread(line.json) });
    } else if (dir === 'res' || dir === 'sse') {
      const reader = readers.get(conn);
      reader?.read(line);
      const why = dir === 'res' ? 'an answer to no request of A2A' : 'a frame of no stream of A2A';
      if (reader === undefined) unread.push({ line: line.line, why });
    }
  }
}
