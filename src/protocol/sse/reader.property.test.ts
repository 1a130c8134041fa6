import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SseFields, SseFiller, SseFrame, SseRest } from './frame.ts';
import { SseLimitError } from './limit-error.ts';
import { createSseReader } from './reader.ts';

/** How often each property is tried; a failure prints the seed that repeats it. */
const numRuns = Number(process.env['PROBITY_RUNS'] ?? 500);

interface Reading {
  readonly frames: readonly SseFrame[];
  readonly fillers: readonly SseFiller[];
  readonly rest?: SseRest | undefined;
  readonly failure?: SseLimitError;
}

function read(chunks: readonly Uint8Array[], maxFrameBytes = 1024 * 1024): Reading {
  const frames: SseFrame[] = [];
  const fillers: SseFiller[] = [];
  const reader = createSseReader({
    onFrame: (frame) => void frames.push(frame),
    onFiller: (filler) => void fillers.push(filler),
    maxFrameBytes,
  });
  try {
    for (const chunk of chunks) reader.push(chunk);
    return { frames, fillers, rest: reader.end() };
  } catch (failure) {
    if (!(failure instanceof SseLimitError)) throw failure;
    assert.throws(() => reader.push(Buffer.from('data: more\n\n')), failure);
    reader.reset();
    reader.push(Buffer.from('data: ok\n\n'));
    assert.deepEqual(frames.pop(), { data: 'ok', start: 0, end: 10 });
    return { frames, fillers, failure };
  }
}

type Event = SseFields & { readonly data: string };

const contentOf = ({ data, event, id, retry, invalidUtf8 }: SseFrame | SseRest): Partial<Event> =>
  JSON.parse(JSON.stringify({ data, event, id, retry, invalidUtf8 }));

const LINE_END = /\r\n|\r|\n/;

/** Reads the whole stream in the plainest way, sentence by sentence of the standard. */
function readNaively(bytes: Buffer): { events: Partial<Event>[]; rest: Partial<Event> } {
  const lines = new TextDecoder().decode(bytes).split(LINE_END);
  const rawLines = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split(LINE_END);
  const events: Partial<Event>[] = [];
  let block: { -readonly [K in keyof Event]?: Event[K] } = {};
  for (const [index, line] of lines.entries()) {
    if (line === '' && index < lines.length - 1) {
      if (block.data !== undefined) events.push(contentOf({ ...block, start: 0, end: 0 } as SseFrame));
      block = {};
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (!['data', 'event', 'id', 'retry'].includes(name)) continue;
    if (!isUtf8(Buffer.from(rawLines[index] ?? '', 'latin1'))) block.invalidUtf8 = true;
    if (name === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    if (name === 'event' && value !== '') block.event = value;
    if (name === 'event' && value === '') delete block.event;
    if (name === 'id' && !value.includes('\0')) block.id = value;
    if (name === 'retry' && /^[0-9]+$/.test(value)) block.retry = Number(value);
  }
  return { events, rest: contentOf({ ...block, start: 0, end: 0, midLine: false }) };
}

const text = fc.oneof(
  { weight: 4, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', ':', '\0', '\u001e{}', '\uFEFF', '\uFFFD', 'a'.repeat(300), 'é'.repeat(200)),
  },
);
const utf8 = text.map((value) => Buffer.from(value));
const value = fc.oneof({ weight: 12, arbitrary: utf8 }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }) });
const name = fc.constantFrom('data', 'event', 'id', 'retry', '', 'datax', 'dat', 'Data', ' data', '\uFEFFdata', 'é');
const colon = fc.constantFrom(':', ': ', ':  ');
const lineEnd = fc.constantFrom('\n', '\r', '\r\n');

const fieldLine = fc.tuple(name, colon, value).map((parts) => bytesOf(...parts));
const line = fc.oneof(
  { weight: 4, arbitrary: fieldLine },
  {
    weight: 2,
    arbitrary: fc.constantFrom('data', 'id', 'event', 'retry', 'retry: 250', ': ping', ':').map((it) => bytesOf(it)),
  },
  { weight: 3, arbitrary: fc.constant(bytesOf()) },
);
/** Anything goes, in any order. */
const wildStream = fc
  .tuple(fc.constantFrom('', '\uFEFF', '\uFEFF\uFEFF'), fc.array(fc.tuple(line, lineEnd)), fc.option(line))
  .map(([mark, lines, last]) => bytesOf(mark, ...lines.flat(), last ?? ''));
/** Mostly one data line and a blank one, as real peers send them, long enough for whatever is done by the kilobyte. */
const plainStream = fc
  .tuple(
    fc.oneof(
      lineEnd.map((end) => [end]),
      fc.array(lineEnd, { minLength: 2, maxLength: 5 }),
    ),
    fc.array(
      fc.oneof(
        { weight: 30, arbitrary: fc.tuple(fc.constant('data'), colon, value) },
        { weight: 1, arbitrary: fc.tuple(name, colon, value) },
      ),
      { minLength: 1, maxLength: 12 },
    ),
    fc.constantFrom(0, 0, 1500, 3000, 17_000),
  )
  .map(([ends, blocks, leastBytes]) => {
    const endOf = (index: number) => ends[index % ends.length] ?? '';
    const once = bytesOf(...blocks.flatMap((block, index) => [...block, endOf(index), endOf(index)]));
    return bytesOf(...Array.from({ length: 1 + Math.ceil(leastBytes / once.length) }, () => once));
  });
const stream = fc.oneof(wildStream, plainStream);

const cuts = fc.oneof(
  fc.constant([]),
  fc.constant([1]),
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
  fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1 }),
);

function bytesOf(...parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/** Cuts the bytes into pieces of these sizes, over and over; whole if there are none. */
function split(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    // Every other one is copied, so that chunks are not always views of the same memory, nor always Buffers.
    chunks.push(turn % 2 === 0 ? bytes.subarray(at, at + size) : new Uint8Array(bytes.subarray(at, at + size)));
    at += size;
  }
  return chunks;
}

describe('for any stream, split anywhere, the reader', () => {
  it('tells the events that a naive reading of the standard finds', () => {
    fc.assert(
      fc.property(stream, cuts, (bytes, sizes) => {
        const { frames, rest } = read(split(bytes, sizes));
        const naive = readNaively(bytes);
        assert.deepEqual(frames.map(contentOf), naive.events);
        assert.deepEqual(rest === undefined ? {} : contentOf(rest), naive.rest);
      }),
      { numRuns },
    );
  });

  it('covers every byte once with frames, fillers and the rest', () => {
    fc.assert(
      fc.property(stream, cuts, (bytes, sizes) => {
        const { frames, fillers, rest } = read(split(bytes, sizes));
        const ranges = [...frames, ...fillers, ...(rest === undefined ? [] : [rest])].sort((a, b) => a.start - b.start);
        const pieces = ranges.map(({ start, end }) => bytes.subarray(start, end));
        assert.ok(pieces.every((piece) => piece.length > 0));
        assert.deepEqual(Buffer.concat(pieces), bytes);
      }),
      { numRuns },
    );
  });

  it('tells ranges that read by themselves say the same', () => {
    fc.assert(
      fc.property(stream, cuts, (bytes, sizes) => {
        const { frames, fillers } = read(split(bytes, sizes));
        // A byte order mark is one only where the stream starts, so what comes later is read behind a blank line.
        const alone = ({ start, end }: SseFrame | SseFiller) =>
          read([Buffer.from(start === 0 ? '' : '\n'), bytes.subarray(start, end)]);
        for (const frame of frames) {
          const { frames: same, rest } = alone(frame);
          assert.deepEqual(same.map(contentOf), [contentOf(frame)]);
          assert.equal(rest, undefined);
        }
        for (const filler of fillers) assert.deepEqual(alone(filler).frames, []);
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });

  it('refuses the same frame for its size, after the same events, and nothing else', () => {
    fc.assert(
      fc.property(stream, cuts, fc.integer({ min: 10, max: 700 }), (bytes, sizes, maxFrameBytes) => {
        const whole = read([bytes], maxFrameBytes);
        const parts = read(split(bytes, sizes), maxFrameBytes);
        assert.equal(parts.failure === undefined, whole.failure === undefined);
        assert.deepEqual(parts.frames.map(contentOf), whole.frames.map(contentOf));
        // A line feed behind a carriage return is not counted, as it may come later.
        for (const { start, end } of parts.frames) assert.ok(end - start <= maxFrameBytes + 1);
      }),
      { numRuns },
    );
  });
});

describe('on bytes without sense the reader', () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc
      .array(fc.constantFrom(...Buffer.from('data:id \r\n\0'), 0xef, 0xbb, 0xbf, 0xc3, 0xff))
      .map((it) => Buffer.from(it)),
    fc.tuple(stream, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })))).map(([bytes, changes]) => {
      const mutated = Buffer.from(bytes);
      if (mutated.length > 0) for (const [at, byte] of changes) mutated[at % mutated.length] = byte;
      return mutated;
    }),
  );

  it('throws nothing but the limit error, and agrees with the naive reading', () => {
    fc.assert(
      fc.property(noise, cuts, fc.integer({ min: 10, max: 3000 }), (bytes, sizes, maxFrameBytes) => {
        const { frames, failure } = read(split(bytes, sizes), maxFrameBytes);
        const { events } = readNaively(Buffer.from(bytes));
        assert.deepEqual(frames.map(contentOf), failure === undefined ? events : events.slice(0, frames.length));
      }),
      { numRuns },
    );
  });
});
