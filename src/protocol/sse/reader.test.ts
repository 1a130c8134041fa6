import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SseFiller, SseFrame } from './frame.ts';
import { SseLimitError } from './limit-error.ts';
import { createSseReader } from './reader.ts';

function collect(maxFrameBytes?: number) {
  const frames: SseFrame[] = [];
  const fillers: SseFiller[] = [];
  const reader = createSseReader({
    onFrame: (frame) => void frames.push(frame),
    onFiller: (filler) => void fillers.push(filler),
    ...(maxFrameBytes === undefined ? {} : { maxFrameBytes }),
  });
  return { frames, fillers, reader };
}

function read(...chunks: readonly (string | Uint8Array)[]) {
  const { frames, fillers, reader } = collect();
  for (const chunk of chunks) reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return { frames, fillers, rest: reader.end() };
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const dataOf = ({ frames }: { frames: readonly SseFrame[] }) => frames.map((frame) => frame.data);

describe('an event', () => {
  it('is told as soon as its blank line is there, whatever ends the lines', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const { frames, reader } = collect();
      reader.push(Buffer.from(`data: one${end}`));
      assert.equal(frames.length, 0);
      reader.push(Buffer.from(end));
      assert.deepEqual(frames, [{ data: 'one', start: 0, end: 9 + 2 * end.length }]);
    }
  });

  it('joins its data lines with line feeds', () => {
    assert.deepEqual(dataOf(read('data: a\ndata:\ndata\ndata: b\n\n')), ['a\n\n\nb']);
  });

  it('loses one space after the colon and no other character', () => {
    assert.deepEqual(dataOf(read('data:a\n\ndata: a\n\ndata:  a \n\ndata:\ta\n\n')), ['a', 'a', ' a ', '\ta']);
  });

  it('keeps a control character before its payload', () => {
    assert.deepEqual(dataOf(read('data: \u001e{}\n\ndata:\u0000{}\n\n')), ['\u001e{}', '\u0000{}']);
  });

  it('may have empty data, but not none', () => {
    const { frames, fillers } = read('data\n\n', 'data:\n\n', 'data: \n\n', 'event: x\n\n');
    assert.deepEqual(dataOf({ frames }), ['', '', '']);
    assert.deepEqual(fillers, [{ kind: 'fields', event: 'x', start: 21, end: 31 }]);
  });

  it('carries the type, id and retry of its own block only', () => {
    const { frames } = read('id: 7\nevent: status\nretry: 1500\ndata: a\n\ndata: b\n\n');
    assert.deepEqual(frames[0], { data: 'a', event: 'status', id: '7', retry: 1500, start: 0, end: 41 });
    assert.deepEqual(frames[1], { data: 'b', start: 41, end: 50 });
  });

  it('takes the last of several types, and an empty one as none', () => {
    const { frames } = read('event: a\nevent: b\ndata: 1\n\nevent: a\nevent\ndata: 2\n\n');
    assert.equal(frames[0]?.event, 'b');
    assert.equal(frames[1] && 'event' in frames[1], false);
  });

  it('takes an empty id, and ignores one with NUL in it', () => {
    const { frames } = read('id\ndata: 1\n\n', 'id: a\nid: b\0c\ndata: 2\n\n', 'id: \0\ndata: 3\n\n');
    assert.deepEqual(
      frames.map((frame) => frame.id),
      ['', 'a', undefined],
    );
  });

  it('ignores a retry that is not all digits, and caps one that is no safe integer', () => {
    const retries = ['10', '', '-1', '1.5', '1e3', '٣', '9'.repeat(400)];
    const { frames } = read(...retries.map((retry) => `retry: ${retry}\ndata: x\n\n`));
    assert.deepEqual(
      frames.map((frame) => frame.retry),
      [10, undefined, undefined, undefined, undefined, undefined, Number.MAX_SAFE_INTEGER],
    );
  });

  it('ignores fields that it does not know, names in other letters among them', () => {
    assert.deepEqual(dataOf(read('Data: a\ndatax: b\ndat: c\n data: d\nfoo\ndata: e\n\n')), ['e']);
  });
});

describe('a byte order mark', () => {
  const mark = '\uFEFF';

  it('is skipped once, at the start of the stream', () => {
    assert.deepEqual(dataOf(read(`${mark}data: a\n\n`)), ['a']);
    assert.deepEqual(dataOf(read(`${mark}${mark}data: a\n\n`, 'data: b\n\n')), ['b']);
    assert.deepEqual(dataOf(read(`data: ${mark}a\n\n${mark}data: b\n\n`)), [`${mark}a`]);
  });

  it('is skipped when it comes in pieces, and belongs to the first frame', () => {
    const bytes = Buffer.from(`${mark}data: a\n\n`);
    const { frames } = read(bytes.subarray(0, 1), bytes.subarray(1, 2), bytes.subarray(2));
    assert.deepEqual(frames, [{ data: 'a', start: 0, end: 12 }]);
  });

  it('is ordinary text when only part of it comes', () => {
    const { frames } = read(Uint8Array.of(0xef), Uint8Array.of(0xbb), 'data: a\n\ndata: b\n\n');
    assert.deepEqual(dataOf({ frames }), ['b']);
  });
});

describe('UTF-8', () => {
  it('survives a split inside a character', () => {
    const bytes = Buffer.from('data: ü—😀\n\n');
    for (let at = 1; at < bytes.length; at++) {
      const { frames } = read(bytes.subarray(0, at), bytes.subarray(at));
      assert.deepEqual(frames, [{ data: 'ü—😀', start: 0, end: bytes.length }]);
    }
  });

  it('that is invalid is replaced, and flagged on that frame alone', () => {
    const { frames } = read('data: a', Uint8Array.of(0xff, 0xc3), '\n\n', 'data: \uFFFD\n\n');
    assert.deepEqual(frames[0], { data: 'a\uFFFD\uFFFD', invalidUtf8: true, start: 0, end: 11 });
    assert.equal(frames[1] && 'invalidUtf8' in frames[1], false);
  });
});

describe('fillers', () => {
  it('tell comments as they come, so that a keep-alive is seen at once', () => {
    const { fillers, reader } = collect();
    reader.push(Buffer.from(': ping\n'));
    assert.deepEqual(fillers, [{ kind: 'comment', start: 0, end: 7 }]);
    reader.push(Buffer.from('\n'));
    assert.deepEqual(fillers[1], { kind: 'blank', start: 7, end: 8 });
  });

  it('leave out comments inside a block, which are part of it', () => {
    const { frames, fillers } = read('data: a\n: ping\ndata: b\n\n');
    assert.deepEqual(frames, [{ data: 'a\nb', start: 0, end: 24 }]);
    assert.deepEqual(fillers, []);
  });

  it('tell the id of a block without data', () => {
    const { fillers } = read('id: 9\nretry: 5\n\n');
    assert.deepEqual(fillers, [{ kind: 'fields', id: '9', retry: 5, start: 0, end: 16 }]);
  });

  it('tell the second half of a CR LF that came late, because the frame did not wait for it', () => {
    const { frames, fillers, reader } = collect();
    reader.push(Buffer.from('data: a\r\n\r'));
    assert.deepEqual(frames, [{ data: 'a', start: 0, end: 10 }]);
    reader.push(Buffer.from('\ndata: b\r'));
    reader.push(Buffer.from('\n\r\n'));
    assert.deepEqual(fillers, [{ kind: 'blank', start: 10, end: 11 }]);
    assert.deepEqual(frames[1], { data: 'b', start: 11, end: 22 });
  });
});

describe('the end of a stream', () => {
  it('is clean behind a frame or a filler, and before any byte', () => {
    for (const text of ['data: a\n\n', 'data: a\r\r', ': ping\n', '\n', '']) assert.equal(read(text).rest, undefined);
  });

  it('tells the block whose blank line the peer left out, without dispatching it', () => {
    const { frames, rest } = read('data: a\n\n', 'event: e\ndata: b\ndata: c\n');
    assert.deepEqual(dataOf({ frames }), ['a']);
    assert.deepEqual(rest, { data: 'b\nc', event: 'e', start: 9, end: 34, midLine: false });
  });

  it('tells a block that was cut off inside a line', () => {
    assert.deepEqual(read('data: {"a":').rest, { data: '{"a":', start: 0, end: 11, midLine: true });
    assert.deepEqual(read(': pi').rest, { start: 0, end: 4, midLine: true });
    assert.deepEqual(read(Uint8Array.of(0xef, 0xbb)).rest, { start: 0, end: 2, midLine: true });
  });

  it('leaves the reader ready for another stream, byte order mark and all', () => {
    const { frames, reader } = collect();
    reader.push(Buffer.from('id: 1\ndata: cut'));
    reader.end();
    reader.push(Buffer.from('\uFEFFdata: a\n\n'));
    assert.deepEqual(frames, [{ data: 'a', start: 0, end: 12 }]);
  });
});

describe('the frame limit', () => {
  const tooLarge = (error: unknown) =>
    error instanceof SseLimitError && error.code === 'sse-frame-too-large' && error.maxFrameBytes === 20;

  it('takes a frame of exactly that size and refuses one byte more, however they are split', () => {
    for (const size of [1, 3, 100]) {
      const push = (text: string) => {
        const { frames, reader } = collect(20);
        for (let at = 0; at < text.length; at += size) reader.push(Buffer.from(text.slice(at, at + size)));
        return frames.length;
      };
      assert.equal(push('data: 7890123456\n\n: a\ndata: 7890123456 8\n\n'), 2);
      assert.throws(() => push('data: 7890123456 89\n\n'), tooLarge);
      assert.throws(() => push('data: 7\ndata: 7\ndata: 7\n\n'), tooLarge);
      assert.throws(() => push(`:${'x'.repeat(30)}`), tooLarge);
    }
  });

  it('holds in a chunk that is full of good frames, which are told first', () => {
    const { frames, reader } = collect(20);
    const chunk = Buffer.from(`${'data: good\n\n'.repeat(100)}data: ${'x'.repeat(100)}\n\ndata: late\n\n`);
    assert.throws(() => reader.push(chunk), { code: 'sse-frame-too-large', start: 1200 });
    assert.equal(frames.length, 100);
  });

  it('once passed makes the reader refuse until it is reset', () => {
    const { frames, reader } = collect(20);
    assert.throws(() => reader.push(Buffer.alloc(21, 'x')), tooLarge);
    assert.throws(() => reader.push(Buffer.from('\n\n')), tooLarge);
    assert.throws(() => reader.end(), tooLarge);
    reader.reset();
    reader.push(Buffer.from('data: a\n\n'));
    assert.deepEqual(frames, [{ data: 'a', start: 0, end: 9 }]);
  });

  it('bounds what a peer can make the reader hold, and long lines are given back', () => {
    const { reader } = collect(1024 * 1024);
    const held = () => {
      collectGarbage();
      // What one collection finds is freed in the background, but before the next one.
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const piece = Buffer.alloc(1000, 'x');
    const line = () => {
      for (let sent = 0; sent < 1_000_000; sent += piece.length) reader.push(piece);
    };
    const before = held();
    for (let count = 0; count < 5; count++) {
      line();
      reader.push(Buffer.from('\n\n'));
    }
    assert.ok(held() - before < 1_000_000);
    line();
    assert.ok(held() - before < 4_000_000);
    assert.throws(line, SseLimitError);
    assert.ok(held() - before < 1_000_000);
  });

  it('is 16 MiB unless told otherwise', () => {
    const { frames, reader } = collect();
    const largest = Buffer.alloc(16 * 1024 * 1024, 'x');
    largest.write('data: ');
    largest.write('\n\n', largest.length - 2);
    reader.push(largest);
    assert.equal(frames.length, 1);
    assert.throws(() => reader.push(Buffer.concat([largest.subarray(0, -1), largest])), SseLimitError);
  });
});

describe('a callback', () => {
  it('may reset the reader, which drops the rest of the chunk', () => {
    const seen: string[] = [];
    const reader = createSseReader({
      onFrame(frame) {
        seen.push(frame.data);
        if (frame.data === 'stop') reader.reset();
      },
    });
    const filling = 'x'.repeat(300);
    reader.push(Buffer.from(`data: stop\n\ndata: lost\n\ndata: ${filling}\n\n`));
    reader.push(Buffer.from('id: 1\ndata: stop\n\ndata: lost\n'));
    reader.push(Buffer.from('data: a\n\n'));
    assert.deepEqual(seen, ['stop', 'stop', 'a']);
  });

  it('that throws leaves a reader that says so until it is reset', () => {
    const seen: string[] = [];
    const reader = createSseReader({
      onFrame(frame) {
        seen.push(frame.data);
        if (frame.data === 'bad') throw new RangeError('not this one');
      },
    });
    assert.throws(() => reader.push(Buffer.from('data: bad\n\ndata: a\n\n')), RangeError);
    assert.throws(() => reader.push(Buffer.from('data: b\n\n')), /reset\(\) it/);
    reader.reset();
    reader.push(Buffer.from('data: c\n\n'));
    assert.deepEqual(seen, ['bad', 'c']);
  });
});

describe('a chunk', () => {
  it('may be any Uint8Array, and be overwritten afterwards', () => {
    const { frames, reader } = collect();
    const memory = new Uint8Array(512);
    for (const text of [`data: ${'a'.repeat(400)}\n\n`, `data: ${'ü'.repeat(200)}`, `${'b'.repeat(400)}\n\n`]) {
      const { written } = new TextEncoder().encodeInto(text, memory);
      reader.push(memory.subarray(0, written));
      memory.fill(0);
    }
    assert.deepEqual(dataOf({ frames }), ['a'.repeat(400), 'ü'.repeat(200) + 'b'.repeat(400)]);
  });

  it('may hold thousands of frames, of any length and alphabet', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      for (const letter of ['x', 'ü', '😀']) {
        const payloads = Array.from({ length: 2000 }, (_, index) => letter.repeat(index % 131));
        const { frames, fillers, rest } = read(payloads.map((payload) => `data: ${payload}${end}${end}`).join(''));
        assert.deepEqual(dataOf({ frames }), payloads);
        assert.deepEqual(fillers, []);
        assert.equal(rest, undefined);
      }
    }
  });

  it('may begin inside a line with what looks like the start of one', () => {
    const payload = `data: ${'x'.repeat(400)}`;
    assert.deepEqual(dataOf(read('data: ', `${payload}\n\n${payload}\n\n`)), [payload, 'x'.repeat(400)]);
  });

  it('may be empty, even inside a CR LF', () => {
    assert.deepEqual(dataOf(read('', 'data: a\r', '', '\ndata: b\r\n\r\n', '')), ['a\nb']);
  });
});
