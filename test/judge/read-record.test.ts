import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../src/judge/judge.ts';
import { readRecord } from '../../src/judge/read-record.ts';
import { RecordError, type RecordErrorCode } from '../../src/judge/record-error.ts';
import { recordings, textOf } from '../evidence/recorded.ts';
import { harOfTrace } from './har-of-trace.ts';

const TRACE = textOf('voltagent/stream-complete');

function complaint(text: string): readonly [RecordErrorCode, number, number] {
  try {
    readRecord(text);
  } catch (error) {
    assert.ok(error instanceof RecordError, String(error));
    return [error.code, error.line, error.column];
  }
  assert.fail('it was read');
}

describe('a record of traffic', () => {
  it('is told by its content', () => {
    assert.equal(readRecord(TRACE).format, 'trace');
    assert.equal(readRecord(JSON.stringify(harOfTrace(TRACE))).format, 'har');
    assert.equal(readRecord(JSON.stringify(harOfTrace(TRACE), null, 2)).format, 'har');
    assert.equal(readRecord(`\ufeff\n\n${TRACE}`).format, 'trace');
    assert.equal(readRecord(TRACE.replaceAll('\n', '\r\n')).recordings[0]?.observations.length, 24);
  });

  it('may be empty, or about something else', () => {
    for (const text of ['', '\n \n', '{"t":1,"dir":"note","body":"nothing happened"}', '{"log":{"entries":[]}}']) {
      assert.deepEqual(readRecord(text).recordings, []);
    }
  });

  it('is refused where it is no JSON, by line and column', () => {
    const lines = TRACE.split('\n');
    assert.deepEqual(complaint('t=1 dir=req'), ['not-json', 1, 1]);
    assert.deepEqual(complaint([...lines.slice(0, 4), '{"t":1,,}'].join('\n')), ['not-json', 5, 8]);
    assert.deepEqual(complaint(`${lines[0]}\n${lines[1]?.slice(0, 30)}`), ['not-json', 2, 31]);
    assert.deepEqual(complaint('{\n  "log": {\n    "entries": [,]\n  }\n}'), ['not-json', 3, 17]);
    assert.deepEqual(complaint('{\n  "log": {\n    "entries": ['), ['not-json', 3, 17]);
  });

  it('is refused where it is JSON of another kind', () => {
    for (const text of ['{"a":1}', '[]', '7', '{\n"log": {}\n}', '{"log":{}}', '"dir"', 'null']) {
      assert.deepEqual(complaint(text), ['not-a-record', 1, 1], text);
    }
    assert.deepEqual(complaint('\n\n{"a":1}'), ['not-a-record', 3, 1]);
  });

  it('is refused where a time or a status is none, by line and member', () => {
    const asked = { t: 0, dir: 'req', conn: 1, method: 'GET', path: '/tasks/t', headers: { 'a2a-version': '1.0' } };
    const answer = {
      t: 5,
      dir: 'res',
      conn: 1,
      status: 200,
      body: { id: 't', status: { state: 'TASK_STATE_WORKING' } },
    };
    const refusal = (change: object): RegExp | string => {
      try {
        readRecord([asked, { ...answer, ...change }].map((line) => JSON.stringify(line)).join('\n'));
        return 'read';
      } catch (error) {
        return error instanceof RecordError && error.code === 'ill-formed' ? error.message : String(error);
      }
    };
    assert.equal(refusal({}), 'read');
    assert.equal(refusal({ t: undefined }), 'read');
    for (const t of ['5', -1, true, {}]) {
      assert.match(
        String(refusal({ t })),
        /^Line 2, column 1: `t` is .*, and has to be a number from 0 on: the ms|millis/,
      );
    }
    for (const status of ['200', 0, 99, 600, 200.5, null, undefined]) {
      assert.match(
        String(refusal({ status })),
        /^Line 2, column 1: `status` is .*, and has to be a number from 100 to/,
      );
    }
  });

  it('may leave out the status of what tells its outcome in the body', () => {
    const params = { id: 't' };
    const body = { jsonrpc: '2.0', id: 1 };
    const lines = [
      { t: 0, dir: 'req', conn: 1, method: 'POST', path: '/', body: { ...body, method: 'tasks/get', params } },
      {
        t: 5,
        dir: 'res',
        conn: 1,
        body: { ...body, result: { id: 't', contextId: 'c', status: { state: 'working' } } },
      },
    ];
    const { recordings } = readRecord(lines.map((line) => JSON.stringify(line)).join('\n'));
    assert.deepEqual(
      recordings
        .flatMap(({ observations }) => observations.map(({ kind }) => kind))
        .filter((kind) => kind !== 'defect'),
      ['asked', 'task'],
    );
  });

  it('is judged by the dialect and the card that are given, whatever it holds', () => {
    const card = { url: 'http://agent.example/', protocolVersion: '0.2.5', capabilities: { streaming: false } };
    const [recording] = readRecord(TRACE, { card, dialect: '0.2' }).recordings;
    assert.equal(recording?.claims.dialect, '0.2');
    assert.equal(recording?.claims.streaming, false);
    const [own] = readRecord(TRACE).recordings;
    assert.equal(own?.claims.streaming, undefined);
  });

  it('is as the page about records says', () => {
    const page = readFileSync(new URL('../../docs/records.md', import.meta.url), 'utf8');
    const examples = [...page.matchAll(/^```jsonl\n(.*?)^```/gms)].map(([, text = '']) => text);
    const told = examples.map((text) => {
      const {
        format,
        recordings: [recording],
      } = readRecord(text);
      return [format, ...(recording === undefined ? [] : judge(recording).map(({ finding }) => finding.rule))];
    });
    assert.deepEqual(told, [
      ['trace', 'stream/no-terminal'],
      ['evidence', 'task/blocking-returns-early'],
    ]);
  });

  it('of any bytes is read or refused', () => {
    const texts = recordings.filter((name) => !name.endsWith('/card')).map(textOf);
    const pieces = fc.constantFrom(
      '"',
      '{',
      '}',
      '[',
      ',',
      ':',
      '\n',
      '\u0000',
      '\ud800',
      '9e999',
      'null',
      '"t":',
      'é',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), pieces, fc.nat({ max: 40 })), { maxLength: 4 }),
        (which, cuts) => {
          let text = texts[which % texts.length] ?? '';
          for (const [at, piece, length] of cuts) {
            const place = at % (text.length + 1);
            text = text.slice(0, place) + piece + text.slice(place + length);
          }
          try {
            for (const recording of readRecord(text).recordings) judge(recording);
          } catch (error) {
            assert.ok(error instanceof RecordError, String(error));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
