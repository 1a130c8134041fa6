import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ledger } from './ledger.ts';
import { doubledMessages, knownTasks, taskFacts } from './ledger-facts.ts';

describe('the ledger of a peer', () => {
  it('holds the newest entries, in order, up to its limit', () => {
    const ledger = new Ledger(100);
    for (let i = 0; i < 1000; i++) ledger.add({ kind: 'request', exchange: i });
    assert.ok(ledger.entries.length <= 100);
    assert.equal(ledger.entries.at(-1)?.exchange, 999);
    assert.equal(ledger.entries[0]?.exchange, ledger.dropped);
    const times = ledger.entries.map(({ at }) => at);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });

  it('knows how long the work went on behind a cancel, and what was told where', () => {
    const ledger = new Ledger();
    const taskId = 't';
    ledger.add({ kind: 'run', taskId, state: 'working' });
    ledger.add({ kind: 'frame', operation: 'stream', taskId, event: 'artifact' });
    ledger.add({ kind: 'answer', operation: 'cancel', taskId, fault: 'internal-error' });
    ledger.add({ kind: 'answer', operation: 'cancel', taskId, state: 'canceled' });
    ledger.add({ kind: 'frame', operation: 'stream', taskId, event: 'artifact' });
    ledger.add({ kind: 'frame', operation: 'stream', taskId: 'another', event: 'artifact' });
    ledger.add({ kind: 'push', taskId, state: 'completed' });
    const going = taskFacts(ledger, taskId, Number.MAX_SAFE_INTEGER);
    assert.equal(going.stoppedAs, undefined);
    assert.ok(going.ranOnMs > 0);
    ledger.add({ kind: 'run', taskId, state: 'completed' });
    ledger.add({ kind: 'frame', operation: 'stream', taskId, event: 'status', state: 'canceled' });

    const facts = taskFacts(ledger, taskId, 0);
    assert.equal(facts.cancelAnswer, 'canceled');
    assert.equal(facts.framesAfterCancel, 1);
    assert.equal(facts.stoppedAs, 'completed');
    assert.equal(facts.ranOnMs, Math.max(0, (facts.stoppedAt ?? 0) - (facts.cancelAnsweredAt ?? 0)));
    assert.deepEqual(
      facts.toldEnds.map(({ channel, state }) => `${channel} ${state}`),
      ['cancel canceled', 'push completed', 'stream canceled'],
    );
    assert.deepEqual(knownTasks(ledger), ['t', 'another']);
  });

  it('counts no time behind a cancel that came when all was over', () => {
    const ledger = new Ledger();
    ledger.add({ kind: 'run', taskId: 't', state: 'working' });
    ledger.add({ kind: 'run', taskId: 't', state: 'canceled' });
    ledger.add({ kind: 'answer', operation: 'cancel', taskId: 't', state: 'canceled' });
    assert.equal(taskFacts(ledger, 't', Number.MAX_SAFE_INTEGER).ranOnMs, 0);
  });

  it('knows the messages that came twice', () => {
    const ledger = new Ledger();
    for (const messageId of ['a', 'b', 'a', 'a']) ledger.add({ kind: 'request', operation: 'send', messageId });
    ledger.add({ kind: 'request', operation: 'get' });
    assert.deepEqual(doubledMessages(ledger), ['a']);
  });
});
