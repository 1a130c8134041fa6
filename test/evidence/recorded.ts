import { readdirSync, readFileSync } from 'node:fs';
import { cardInTrace, type TraceCard } from '../../src/judge/trace-card.ts';
import { readTraceFile, type TraceReading } from '../../src/judge/trace-file.ts';

const FOLDER = new URL('../traces/recorded/', import.meta.url);

/** The names of all recordings, such as `google-adk/send-blocking`. */
export const recordings: readonly string[] = readdirSync(FOLDER).flatMap((peer) =>
  readdirSync(new URL(`${peer}/`, FOLDER)).map((file) => `${peer}/${file.replace(/\.jsonl$/, '')}`),
);

/** The text of a recording. */
export function textOf(recording: string): string {
  return readFileSync(new URL(`${recording}.jsonl`, FOLDER), 'utf8');
}

/** What a recording shows, read with the card that the agent had then. */
export function readRecorded(recording: string): TraceReading {
  return readTraceFile(textOf(recording), cardOf(recording));
}

const cards = new Map<string, TraceCard | undefined>();

function cardOf(recording: string): TraceCard | undefined {
  const peer = recording.slice(0, recording.indexOf('/'));
  if (!cards.has(peer)) {
    cards.set(peer, recordings.includes(`${peer}/card`) ? cardInTrace(textOf(`${peer}/card`)) : undefined);
  }
  return cards.get(peer);
}
