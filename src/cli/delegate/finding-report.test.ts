import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Finding, Severity } from '../../lifecycle/finding.ts';
import { styleFor } from '../terminal/style.ts';
import { reportFindings } from './finding-report.ts';

describe('the findings of a delegation', () => {
  it('begin with the gravest, which is the one that is to be explained', () => {
    const lines = reportOf([found('stream/sse-quirk', 'note'), found('cancel/resurrected', 'error')]);
    const places = ['cancel/resurrected', 'stream/sse-quirk'].map((rule) =>
      lines.findIndex((line) => line.includes(rule)),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.match(lines.at(-1) ?? '', /explain cancel\/resurrected/);
  });
});

function found(rule: string, severity: Severity): Finding {
  return { rule, severity, certainty: 'certain', because: 'it was seen' } as Finding;
}

function reportOf(findings: readonly Finding[]): readonly string[] {
  const lines: string[] = [];
  const line = (text = ''): void => void lines.push(text);
  reportFindings(findings, {
    style: styleFor(process.stdout),
    isTerminal: false,
    width: 100,
    line,
    write: () => undefined,
  });
  return lines;
}
