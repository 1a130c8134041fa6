import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Orphan, Outcome } from '../../guard/outcome.ts';
import { wordsFor } from './outcome-words.ts';

describe('the words for an orphaned task', () => {
  it('say that it runs where that was seen', () => {
    assert.match(wordsFor(orphaned(4_000)).meaning, /it went on for 4\.0 s after the cancel\. It was still running/);
  });

  it('tell both ends where its stream and its reads differ', () => {
    const { meaning } = wordsFor(orphaned(0, { endedAs: 'canceled', streamEndedAs: 'completed', framesAfter: 1 }));
    assert.match(meaning, /Its stream ended as completed, while reads show canceled\./);
  });

  it('say that the agent refused the cancel', () => {
    const { meaning } = wordsFor(orphaned(4_000, { cancelRefused: 'TaskNotCancelable' }));
    assert.match(meaning, /^The agent refused the cancel \(TaskNotCancelable\)\. Over for you, but not for the agent/);
    assert.match(wordsFor(orphaned(0, { cancelRefused: 'other' })).meaning, /^The agent refused the cancel\. /);
  });

  it('claim nothing that nobody saw', () => {
    const { meaning } = wordsFor(orphaned(0));
    assert.match(meaning, /nothing has told what became of it since the cancel/);
    assert.doesNotMatch(meaning, /went on|still running/);
  });
});

function orphaned(wentOnMs: number, more: Partial<Orphan> = {}): Outcome {
  const orphan: Orphan = { wentOnMs, framesAfter: 0, endedAs: undefined, streamEndedAs: undefined, ...more };
  return { kind: 'orphaned', ok: false, confirmed: false, findings: [], task: undefined, orphan } as unknown as Outcome;
}
