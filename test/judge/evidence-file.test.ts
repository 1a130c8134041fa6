import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { evidenceLines } from '../../src/judge/evidence-file.ts';
import { judge } from '../../src/judge/judge.ts';
import { readRecord } from '../../src/judge/read-record.ts';
import { RecordError } from '../../src/judge/record-error.ts';
import type { Recording } from '../../src/judge/recording.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { readRecorded, recordings } from '../evidence/recorded.ts';

const ofRecordings: readonly Recording[] = recordings.map(readRecorded);
const ofRules: readonly Recording[] = RULES.map(({ pair }) => ({ ...pair.raises, framesTimed: true }));

function written(...given: readonly Recording[]): string {
  return [...evidenceLines(given)].join('\n');
}

/** All that is told of a recording, but for the copies of what was read. */
function told(recording: Recording): unknown {
  const text = JSON.stringify(judge(recording), (key, value) =>
    key === 'raw' && typeof value === 'object' ? undefined : value,
  );
  return JSON.parse(text);
}

/** A line of an evidence file, and what a reader says about it in its place. */
function complaint(line: unknown): string {
  const [head, vantage] = written(ofRules[0] as Recording).split('\n');
  const text = [head, vantage, typeof line === 'string' ? line : JSON.stringify(line)].join('\n');
  try {
    readRecord(text);
    return 'nothing';
  } catch (error) {
    assert.ok(error instanceof RecordError, String(error));
    assert.equal(error.line, 3);
    return `${error.code}: ${error.message.replace(/^.*?: this is no line of an evidence file: /, '')}`;
  }
}

describe('an evidence file', () => {
  it('says the same as what it was written of: of recorded traffic, and of the traces of all rules', () => {
    for (const recording of [...ofRecordings, ...ofRules]) {
      const { format, recordings: read } = readRecord(written(recording));
      assert.equal(format, 'evidence');
      assert.equal(read.length, 1);
      assert.deepEqual(told(read[0] as Recording), told(recording));
    }
  });

  it('is written the same once more', () => {
    const text = written(...ofRecordings);
    assert.equal(written(...readRecord(text).recordings), text);
  });

  it('may hold several recordings', () => {
    const three = ofRecordings.slice(0, 3);
    const { recordings: read } = readRecord(written(...three));
    assert.deepEqual(read.map(told), three.map(told));
  });

  it('keeps the data of a caller whose members are named like ours', () => {
    const [recording] = readRecord(
      written({
        ...(ofRules[0] as Recording),
        observations: (ofRules[0] as Recording).observations.map((seen) =>
          seen.kind === 'error' ? { ...seen, data: { raw: { kept: true } } } : seen,
        ),
      }),
    ).recordings;
    const data = recording?.observations.flatMap((seen) => (seen.kind === 'error' ? [seen.data] : []));
    assert.deepEqual(data, [{ raw: { kept: true } }]);
  });

  it('is refused at the first line that can not stand in it, in words that say why', () => {
    const seen = { kind: 'task', received: 20, vantage: 1, task: { id: 't1', state: 'working' } };
    assert.equal(complaint({ seen }), 'nothing');
    assert.equal(
      complaint({ seen: { ...seen, kind: 'gossip' } }).includes('seen.kind is not one of asked, task'),
      true,
    );
    assert.equal(complaint({ seen: { ...seen, vantage: 7 } }), 'bad-evidence: no line before it tells vantage 7.');
    assert.equal(complaint({ seen: { ...seen, received: null } }), 'bad-evidence: seen.received is not a number.');
    assert.equal(
      complaint({ seen: { ...seen, received: 5 } }),
      'bad-evidence: it was received before it was asked for.',
    );
    assert.equal(
      complaint({ seen: { ...seen, task: { id: 't1' } } }).startsWith('bad-evidence: seen.task.state is not one of'),
      true,
    );
    assert.equal(
      complaint({ seen: { ...seen, task: { ...seen.task, artifacts: [{ artifactId: 'a1', parts: [7] }] } } }),
      'bad-evidence: seen.task.artifacts[0].parts[0] is not an object.',
    );
    assert.equal(complaint({ vantage: { id: 2 } }).startsWith('bad-evidence: vantage.channel is not one of'), true);
    assert.equal(complaint('7'), 'bad-evidence: it is no object.');
    assert.match(complaint('{"seen":'), /^not-json: /);
  });

  it('without its head is told as such', () => {
    const lines = written(ofRules[0] as Recording).split('\n');
    for (const cut of [1, 2]) {
      assert.throws(
        () => readRecord(lines.slice(cut).join('\n')),
        (error) =>
          error instanceof RecordError &&
          error.code === 'bad-evidence' &&
          /^Line 1, column 1: this is a line of an evidence file, and none before it begins/.test(error.message),
      );
    }
  });

  it('of another version is refused as such', () => {
    const text = written(ofRules[0] as Recording).replace('"schemaVersion":1', '"schemaVersion":2');
    assert.throws(() => readRecord(text), { name: 'RecordError', code: 'other-schema', line: 1 });
  });

  it('with anything changed in it is read or refused, and never crashes a rule', () => {
    const lines = written(...ofRecordings.slice(0, 30)).split('\n');
    const anything = fc.constantFrom<unknown>(null, true, -1, 1e300, '', 'x', [], {}, [null], { id: 7 });
    fc.assert(
      fc.property(fc.nat(), fc.nat(), anything, (which, place, value) => {
        const at = which % lines.length;
        const line = JSON.parse(lines[at] ?? '') as object;
        const changed = [...lines.slice(0, at), JSON.stringify(replaced(line, place, value)), ...lines.slice(at + 1)];
        try {
          for (const recording of readRecord(changed.slice(0, at + 40).join('\n')).recordings) judge(recording);
        } catch (error) {
          assert.ok(error instanceof RecordError, String(error));
          assert.equal(error.line > 0 && error.line <= at + 40, true);
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** A value with that member of it, counted through all depths, replaced. */
function replaced(value: object, place: number, by: unknown): unknown {
  let left = place % Math.max(1, JSON.stringify(value).split(':').length - 1);
  return JSON.parse(
    JSON.stringify(value, function (this: unknown, key, inner: unknown) {
      return key !== '' && !Array.isArray(this) && left-- === 0 ? by : inner;
    }),
  );
}
