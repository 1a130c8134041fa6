import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from '../../guard/outcome.ts';
import { wordsFor } from './outcome-words.ts';

describe('the words for an orphaned task', () => {
  it('say that it runs where that was seen', () => {
    assert.match(wordsFor(orphaned(4_000)).meaning, /it went on for 4\.0 s after the cancel\. It was still running/);
  });

  it('claim nothing that nobody saw', () => {
    const { meaning } = wordsFor(orphaned(0));
    assert.match(meaning, /nothing has told what became of it since the cancel/);
    assert.doesNotMatch(meaning, /went on|still running/);
  });
});

function orphaned(wentOnMs: number): Outcome {
  const orphan = { wentOnMs, framesAfter: 0, endedAs: undefined };
  return { kind: 'orphaned', ok: false, confirmed: false, findings: [], task: undefined, orphan } as unknown as Outcome;
}
