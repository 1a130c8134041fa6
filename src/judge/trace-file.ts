import type { Dialect } from '../protocol/operation.ts';
import type { Recording } from './recording.ts';
import { cardIn, type TraceCard } from './trace-card.ts';
import { traceLines, type UnreadLine } from './trace-line.ts';
import { TraceReader } from './trace-reader.ts';

/** What a recorded trace shows: of the interface that was spoken first, if of several. */
export interface TraceReading extends Recording {
  /** Lines that say nothing about A2A, such as the fetching of a card. */
  readonly unread: readonly UnreadLine[];
}

/**
 * Reads the text of a trace: lines of JSON, each with `t`, `dir` (`req`, `res`, `sse`, `webhook` or `note`), `conn` and
 * what went over it. Requests are understood in every dialect and over every binding, and their answers by the codec
 * that belongs to them. Never throws; what is no A2A is listed.
 *
 * @param card the card of the peer; unless given, one that the trace shows being fetched. It tells what is claimed, and
 *   0.2 from 0.3
 * @param dialect the version to read and judge by, whatever the card or the requests say
 */
export function readTraceFile(text: string, card?: TraceCard, dialect?: Dialect): TraceReading {
  const unread: UnreadLine[] = [];
  const lines = traceLines(text, unread);
  const reader = new TraceReader(lines, card ?? cardIn(lines), unread, dialect);
  for (const line of lines) reader.read(line);
  return { ...reader.recording(true), unread };
}
