import { readAgentCard } from '../card/agent-card.ts';
import { claimsOf } from '../contract/card-claims.ts';
import { asObject } from '../protocol/json.ts';
import { findJsonFault } from '../protocol/json-fault.ts';
import type { Dialect } from '../protocol/operation.ts';
import { isEvidence, readEvidence } from './evidence-file.ts';
import { harLog, readHar } from './har-file.ts';
import { notJson, RecordError } from './record-error.ts';
import type { Recording } from './recording.ts';
import { readTrace } from './trace-file.ts';
import type { UnreadLine } from './trace-line.ts';

export type RecordFormat = 'trace' | 'har' | 'evidence';

/** What a record of traffic holds, whatever its format. */
export interface TrafficRecord {
  readonly format: RecordFormat;
  /** One for each interface, agent and tenant that was spoken to. */
  readonly recordings: readonly Recording[];
  /** What says nothing about A2A: lines of a trace, entries of a HAR. */
  readonly unread: readonly UnreadLine[];
  /** Lines of a trace that are older than one before them. They are judged as if they had come with it. */
  readonly doubts: readonly UnreadLine[];
}

export interface ReadRecordOptions {
  /** The agent's card as JSON. Without it, a card that the record shows being fetched says what is claimed. */
  readonly card?: unknown;
  /** The version to read and judge by, whatever the card or the requests say. */
  readonly dialect?: Dialect;
}

/**
 * Reads a record of traffic in any of the formats that are known, told apart by their content.
 *
 * @throws RecordError if it can't be read, saying where
 */
export function readRecord(given: string, options: ReadRecordOptions = {}): TrafficRecord {
  const text = given.startsWith('\ufeff') ? given.slice(1) : given;
  const own = readAgentCard(options.card);
  const card = own && { card: own, path: '' };
  const { dialect } = options;
  const first = firstLine(text);
  if (first === undefined) return { format: 'trace', recordings: [], unread: [], doubts: [] };
  const head = asObject(parse(first.text));
  if (head !== undefined && isEvidence(head)) {
    const recordings = readEvidence(text).map((each) => reclaimed(each, options));
    return { format: 'evidence', recordings, unread: [], doubts: [] };
  }
  if (head === undefined || harLog(head) !== undefined) {
    const log = harLog(parse(text));
    if (log !== undefined) return { format: 'har', ...judgeable(readHar(log, card, dialect), 'har'), doubts: [] };
  }
  if (head?.['dir'] === undefined) throw unknownFormat(text, first);
  const { recordings, ...lines } = judgeable(readTrace(text, card, dialect), 'trace');
  return { format: 'trace', recordings: recordings.filter(({ observations }) => observations.length > 0), ...lines };
}

/** What was read, unless a part of it is missing: without it, others might be blamed for what it holds. */
function judgeable<Reading extends Pick<TrafficRecord, 'unread'>>(reading: Reading, format: RecordFormat): Reading {
  for (const { line, why, fault, illFormed } of reading.unread) {
    if (fault !== undefined) throw notJson(fault, line);
    if (!illFormed) continue;
    const [where, what] = format === 'har' ? [1, `in entry ${line}, ${why}.`] : [line, `${why}.`];
    throw new RecordError(what, { code: 'ill-formed', line: where });
  }
  return reading;
}

interface FirstLine {
  readonly text: string;
  readonly line: number;
}

function firstLine(text: string): FirstLine | undefined {
  let line = 1;
  for (let from = 0; from < text.length; line++) {
    const end = text.indexOf('\n', from);
    const one = text.slice(from, end === -1 ? undefined : end);
    if (one.trim() !== '') return { text: one, line };
    from = end === -1 ? text.length : end + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a given card or dialect says counts more than what was written down. */
function reclaimed(recording: Recording, { card, dialect }: ReadRecordOptions): Recording {
  const { claims } = recording;
  const spoken = dialect ?? claims.dialect;
  const given = readAgentCard(card);
  if (given !== undefined)
    return { ...recording, claims: claimsOf(given, { dialect: spoken, binding: claims.binding }) };
  return dialect === undefined ? recording : { ...recording, claims: { ...claims, dialect } };
}

function unknownFormat(text: string, first: FirstLine): RecordError {
  const inLine = findJsonFault(first.text);
  // A line that only ends too early may be the first of a value of several lines.
  const fault = inLine?.found === undefined ? findJsonFault(text) : inLine;
  if (fault !== undefined) return notJson(fault, fault === inLine ? first.line : 1);
  return new RecordError(
    'this is JSON, but no record of traffic. Known are traces (lines with "dir"), HAR files, and evidence files.',
    { code: 'not-a-record', line: first.line },
  );
}
