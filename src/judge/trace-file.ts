import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Observation } from '../protocol/observation.ts';
import type { TraceCard } from './trace-card.ts';
import { traceLines, type UnreadLine } from './trace-line.ts';
import { TraceReader } from './trace-reader.ts';

/** What a recorded trace shows. */
export interface TraceReading {
  /** What the card claims of the interface that was spoken first. */
  readonly claims: Claims;
  /** Everything that was seen, in order; of one task or of several. Times are in ms since the recording began. */
  readonly observations: readonly Observation[];
  /** Lines that say nothing about A2A, such as the fetching of a card. */
  readonly unread: readonly UnreadLine[];
}

/**
 * Reads the text of a trace: lines of JSON, each with `t`, `dir` (`req`, `res`, `sse`, `webhook` or `note`), `conn` and
 * what went over it. Requests are understood in every dialect and over every binding, and their answers by the codec
 * that belongs to them. Never throws; what is no A2A is listed.
 *
 * @param card the card of the peer, where it is known: it tells what is claimed, and 0.2 from 0.3
 */
export function readTraceFile(text: string, card?: TraceCard): TraceReading {
  const unread: UnreadLine[] = [];
  const reader = new TraceReader(card, unread);
  for (const line of traceLines(text, unread)) reader.read(line);
  return { claims: reader.claims, observations: reader.observations, unread };
}
