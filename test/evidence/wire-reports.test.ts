import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { judge } from '../../src/judge/judge.ts';
import { DEFAULT_SILENCES } from '../../src/judge/silences.ts';
import { readTraceFile } from '../../src/judge/trace-file.ts';
import { type WireReport, wireReports } from './tables.ts';

const folder = new URL('./wire/', import.meta.url);
const HOOKED = { ...DEFAULT_SILENCES, push: { ms: 15_000, source: 'profile' } } as const;

/** The rules that are found in the traffic of a report, in the order of the alphabet. */
function foundIn(name: string, { hooks = false }: WireReport): readonly string[] {
  const reading = readTraceFile(readFileSync(new URL(`${name}.jsonl`, folder), 'utf8'));
  assert.deepEqual(
    reading.unread.filter(({ why }) => !/^(no request of A2A|an answer to no request of A2A)$/.test(why)),
    [],
  );
  const found = judge(reading, { silences: hooks ? HOOKED : DEFAULT_SILENCES });
  return [...new Set(found.map(({ finding }) => finding.rule))].toSorted();
}

describe('traffic that shows what was reported', () => {
  for (const report of wireReports) {
    const { id, seen, rules = [], also = [], allowed } = report;
    if (rules.length === 0) continue;

    it(`${id} is found for what it is: ${seen}`, () => {
      assert.deepEqual(foundIn(id, report), [...rules, ...also].toSorted());
    });

    if (!allowed) continue;
    it(`${id} is not found where an agent does nearly the same, and may`, () => {
      assert.deepEqual(foundIn(`${id}-allowed`, report), []);
    });
  }

  it('is all of it in the table', () => {
    const shown = wireReports.filter(({ rules }) => rules !== undefined);
    const names = shown.flatMap(({ id, allowed }) => (allowed ? [id, `${id}-allowed`] : [id]));
    assert.deepEqual(readdirSync(folder).toSorted(), names.map((name) => `${name}.jsonl`).toSorted());
  });
});
