import { createParser } from 'eventsource-parser';
import { createSseReader } from '../src/protocol/sse/reader.ts';
import { type BenchmarkRow, formatRows } from './benchmark.ts';

/** What this benchmark is called on the command line. */
export const name = 'sse';

const TARGET = 0.95;
const EVENTS = 1000;

interface Case {
  readonly name: string;
  readonly chunks: readonly Uint8Array[];
  /** Pairs of readings before the measured ones, enough for everything to be compiled. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly target?: number;
}

/**
 * The SSE reader's speed in multiples of eventsource-parser's, fed through a streaming TextDecoder. Both read the same
 * bytes in turn and parse each `data` as JSON, without which a parser that slices lazily would seem to do nothing.
 */
export function run(): BenchmarkRow[] {
  const events = eventsSaying('still at it, more soon');
  const stream = Buffer.concat(events);
  const mixed = Buffer.concat(eventsSaying('schön, später — 待って'));
  const usual = { warmUp: 60, rounds: 151 };
  const cases: Case[] = [
    // Single bytes take some ten times as long, so fewer rounds do.
    { name: 'chunks of 1 byte', chunks: split(stream, 1), warmUp: 6, rounds: 15, target: TARGET },
    { name: 'chunks of 200 bytes', chunks: split(stream, 200), ...usual, target: TARGET },
    { name: 'chunks of 16 KiB', chunks: split(stream, 16 * 1024), ...usual, target: TARGET },
    { name: 'chunks of 64 KiB', chunks: split(stream, 64 * 1024), ...usual, target: TARGET },
    { name: 'chunks of one event', chunks: events, ...usual },
    { name: 'chunks of 16 KiB, not ASCII', chunks: split(mixed, 16 * 1024), ...usual },
  ];
  return [
    { name: 'mean event', value: Math.round(stream.length / EVENTS), unit: 'bytes' },
    ...cases.flatMap((it) => measure(it)),
  ];
}

function measure({ name, chunks, warmUp, rounds, target }: Case): BenchmarkRow[] {
  const ours: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const oursFirst = round % 2 === 0;
    const first = time(oursFirst ? readOurs : readTheirs, chunks);
    const second = time(oursFirst ? readTheirs : readOurs, chunks);
    if (round < warmUp) continue;
    ours.push(oursFirst ? first : second);
    ratios.push(oursFirst ? second / first : first / second);
  }
  const value = median(ratios);
  return [
    { name, value, unit: '× eventsource-parser', ...(target === undefined ? {} : { target, ok: value >= target }) },
    { name: '', value: Math.round((EVENTS * 1000) / median(ours)), unit: 'events/s' },
  ];
}

function readOurs(chunks: readonly Uint8Array[]): number {
  let seen = 0;
  const reader = createSseReader({
    onFrame({ data }) {
      seen += membersOf(data);
    },
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return seen;
}

function readTheirs(chunks: readonly Uint8Array[]): number {
  let seen = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent({ data }) {
      seen += membersOf(data);
    },
  });
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  return seen;
}

function membersOf(data: string): number {
  return Object.keys(JSON.parse(data)).length;
}

function time(read: (chunks: readonly Uint8Array[]) => number, chunks: readonly Uint8Array[]): number {
  const began = performance.now();
  const seen = read(chunks);
  const ms = performance.now() - began;
  if (seen !== 3 * EVENTS) throw new Error(`A reader saw ${seen / 3} of ${EVENTS} events.`);
  return ms;
}

function split(stream: Uint8Array, bytes: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < stream.length; at += bytes) chunks.push(stream.subarray(at, at + bytes));
  return chunks;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Artifact and status events in turn, each with ids of its own. */
function eventsSaying(text: string): Buffer[] {
  return Array.from({ length: EVENTS }, (_, index) => {
    const id = (prefix: number) => `${prefix}${index.toString(16).padStart(7, '0')}-4b63-4a21-8d4f-0c6f9e1a2b3c`;
    const ids = { taskId: id(1), contextId: id(2) };
    const artifact = { artifactId: 'answer', parts: [{ text: `${text} (${index}), and some words to fill the part` }] };
    const message = { messageId: id(3), role: 'ROLE_AGENT', parts: [{ text }] };
    const status = { state: 'TASK_STATE_WORKING', timestamp: '2026-01-02T03:04:05.678Z', message };
    const result =
      index % 2 === 0
        ? { artifactUpdate: { ...ids, artifact, append: true, lastChunk: false } }
        : { statusUpdate: { ...ids, status } };
    return Buffer.from(`data: ${JSON.stringify({ jsonrpc: '2.0', id: index, result })}\n\n`);
  });
}

if (import.meta.main) console.log(formatRows(run()));
