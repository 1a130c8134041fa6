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

const belief = {
  ...{ state: 'completed', result: 'tick 0 ', gaveUpAfterMs: undefined, taskId: 't' },
  eventsAfterCancel: 0,
};
const result = 'tick 0 ';
const scene = { pieces: 1 };
const asking = { pieces: 1, asks: true } as const;

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
    assert.deepEqual(plainIncidents(belief, honest, scene), []);
    assert.deepEqual(guardedIncidents(guarded('completed'), honest, scene), []);
  });

  test('a message that came twice is one', async () => {
    const twice = await truth(request, request, run('working'), run('completed'), told('completed'));
    const again = [{ kind: 'sent-again', times: 2 }];
    assert.deepEqual(plainIncidents(belief, twice, scene), again);
    assert.deepEqual(guardedIncidents(guarded('completed'), twice, scene), again);
  });

  test('a guarded caller is harmed by an end or a result that is not so', async () => {
    const flipped = await truth(request, run('working'), run('completed'), told('canceled'), told('completed'));
    assert.deepEqual(guardedIncidents(guarded('canceled'), flipped, scene), [
      { kind: 'wrong-end', believed: 'canceled', told: 'completed' },
    ]);
    assert.deepEqual(guardedIncidents(guarded('completed', ''), flipped, scene), [
      { kind: 'wrong-result', pieces: 0, of: 1 },
    ]);
    assert.deepEqual(
      guardedIncidents(guarded('outcome-unknown'), flipped, scene).map(({ kind }) => kind),
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
    assert.deepEqual(guardedIncidents(guarded('orphaned'), facts, scene), []);
    const kinds = (kind: string, passed: number) =>
      guardedIncidents(guarded(kind, '', passed), facts, scene).map((each) => each.kind);
    assert.deepEqual(kinds('canceled', 0), ['orphaned']);
    assert.deepEqual(kinds('orphaned', 1), ['frames-after-cancel']);
  });

  test('a plain caller is harmed by an orphan only if it was told canceled, and by what comes behind that', async () => {
    const zombie = await truth(request, run('working'), canceled, run('completed'), told('completed'));
    const worked = { ...zombie, facts: { ...zombie.facts, ranOnMs: 20 } };
    const kinds = (state: string, eventsAfterCancel = 0) =>
      plainIncidents({ ...belief, state, eventsAfterCancel }, worked, scene).map(({ kind }) => kind);
    assert.deepEqual(kinds('canceled', 2), ['frames-after-cancel', 'orphaned', 'wrong-end']);
    assert.deepEqual(kinds('completed'), []);
  });

  test('a valid answer that costs the task is one, to either caller', async () => {
    const answer = { ...request, operation: 'send', messageId: 'n' } as const;
    const failed = { ...told('completed'), state: 'failed' } as const;
    const lost = await truth(request, answer, run('working'), run('canceled'), failed);
    const harm = [{ kind: 'false-failure' }];
    assert.deepEqual(plainIncidents({ ...belief, state: 'failed' }, lost, asking), harm);
    assert.deepEqual(guardedIncidents(guarded('failed'), lost, asking), harm);
    assert.deepEqual(plainIncidents({ ...belief, state: 'failed' }, lost, scene).at(-1), {
      kind: 'sent-again',
      times: 2,
    });
  });

  test('a question without what was said before is one', async () => {
    const done = await truth(request, run('working'), run('completed'), told('completed'));
    assert.deepEqual(plainIncidents({ ...belief, historySeen: 0 }, done, asking), [{ kind: 'no-history' }]);
    assert.deepEqual(plainIncidents({ ...belief, historySeen: 2 }, done, asking), []);
  });

  test('an agent that never began has no truth to tell', async () => {
    await assert.rejects(truth(), /never began/);
  });
});
