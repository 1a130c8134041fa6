import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outcome } from '../guard/outcome.ts';
import { Ledger, type LedgerEntry } from '../lab/index.ts';
import { guardedIncidents, plainIncidents } from './incidents.ts';
import { truthOf } from './truth.ts';

const run = (state: 'working' | 'completed' | 'canceled') => ({ kind: 'run', state, taskId: 't' }) as const;
const request = { kind: 'request', operation: 'stream', taskId: 't', messageId: 'm' } as const;
const told = (state: 'completed' | 'canceled') => ({ kind: 'frame', operation: 'stream', taskId: 't', state }) as const;
const canceled = { kind: 'answer', operation: 'cancel', taskId: 't', state: 'canceled' } as const;

function truth(...entries: readonly Omit<LedgerEntry, 'at'>[]) {
  const ledger = new Ledger();
  for (const entry of entries) ledger.add(entry);
  return truthOf(ledger, 1);
}

const belief = { state: 'completed', result: 'tick 0 ', gaveUpAfterMs: undefined };
const result = 'tick 0 ';

function outcome(kind: string, text = result): Outcome {
  const artifacts = [{ artifactId: 'a', parts: [{ text }] }];
  return { kind, findings: [], ok: kind === 'completed', task: { artifacts } } as unknown as Outcome;
}

const guarded = (kind: string, text?: string, passedAfterCancel = 0) => ({
  outcome: outcome(kind, text),
  passedAfterCancel,
});

describe('by the ledger', () => {
  test('work that was done and told is no incident, to either caller', async () => {
    const honest = await truth(request, run('working'), run('completed'), told('completed'));
    assert.deepEqual(plainIncidents(belief, honest, result), []);
    assert.deepEqual(guardedIncidents(guarded('completed'), honest, result), []);
  });

  test('a message that came twice is one', async () => {
    const twice = await truth(request, request, run('working'), run('completed'), told('completed'));
    const again = [{ kind: 'sent-again', times: 2 }];
    assert.deepEqual(plainIncidents(belief, twice, result), again);
    assert.deepEqual(guardedIncidents(guarded('completed'), twice, result), again);
  });

  test('a guarded caller is harmed by an end or a result that is not so', async () => {
    const flipped = await truth(request, run('working'), run('completed'), told('canceled'), told('completed'));
    assert.deepEqual(guardedIncidents(guarded('canceled'), flipped, result), [
      { kind: 'wrong-end', believed: 'canceled', told: 'completed' },
    ]);
    assert.deepEqual(guardedIncidents(guarded('completed', ''), flipped, result), [
      { kind: 'wrong-result', pieces: 0, of: 1 },
    ]);
    assert.deepEqual(
      guardedIncidents(guarded('outcome-unknown'), flipped, result).map(({ kind }) => kind),
      ['end-never-told'],
    );
  });

  test('a guarded caller is harmed by what passes the fence, and by an orphan that it is not told of', async () => {
    const ledger = new Ledger();
    for (const entry of [request, run('working'), canceled]) ledger.add(entry);
    const zombie = truthOf(ledger, 5);
    await new Promise((resolve) => setTimeout(resolve, 20));
    ledger.add(run('canceled'));
    const facts = await zombie;
    assert.deepEqual(guardedIncidents(guarded('orphaned'), facts, result), []);
    const kinds = (kind: string, passed: number) =>
      guardedIncidents(guarded(kind, '', passed), facts, result).map((each) => each.kind);
    assert.deepEqual(kinds('canceled', 0), ['orphaned']);
    assert.deepEqual(kinds('orphaned', 1), ['frames-after-cancel']);
  });

  test('an agent that never began has no truth to tell', async () => {
    await assert.rejects(truth(), /never began/);
  });
});
