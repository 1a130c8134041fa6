import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FrameGate } from './frame-gate.ts';
import { mendedFrame } from './mended-frame.ts';

const mended = (text: string): string => mendedFrame(Buffer.from(text)).toString();

describe('an event with something before its JSON', () => {
  it('is mended, and keeps all else: its fields, its line ends, its text', () => {
    assert.equal(mended('data: \u001e{"a":1}\n\n'), 'data: {"a":1}\n\n');
    assert.equal(mended('id: 7\r\ndata:\uFEFF{"a":"é\u0007"}\r\n\r\n'), 'id: 7\r\ndata:{"a":"é\u0007"}\r\n\r\n');
    assert.equal(mended('data: \0\0{\ndata: "a":1}\n\n'), 'data: {\ndata: "a":1}\n\n');
    assert.equal(mended('data: {"a":1}\n\n'), 'data: {"a":1}\n\n');
  });

  it('goes on mended however the bytes are cut, beside events that go on as they came', () => {
    const stream = Buffer.from(
      'data: {"n":1}\n\ndata: \u001e{"n":2}\n\n: comment\n\ndata: \u001e{"n":3}\n\ndata: \u001e{"n":4}\n',
    );
    // The last one lacks its blank line, and gets one.
    const clean = `${stream.toString().replaceAll('\u001e', '')}\n\n`;
    for (let size = 1; size <= stream.length; size++) {
      let passed = '';
      const gate = new FrameGate(1_000, {
        judge: ({ data }) => (data.startsWith('\u001e') ? 'mend' : 'pass'),
        pass: (bytes) => {
          passed += bytes.toString();
        },
        hold: () => assert.fail('nothing is held'),
      });
      for (let at = 0; at < stream.length; at += size) gate.push(stream.subarray(at, at + size));
      gate.end();
      assert.equal(passed, clean, `in pieces of ${size}`);
    }
  });
});
