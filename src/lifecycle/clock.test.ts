import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Observation, Vantage } from '../protocol/observation.ts';
import { createClock } from './clock.ts';
import { claimsWith } from './peer-facts.ts';
import { newTaskRecord } from './record.ts';
import { compileRules } from './rule-table.ts';

const peer = { claims: claimsWith(), rules: compileRules([], '1.0', 'JSONRPC') };

function vantage(id: number, asked: number): Vantage {
  return { id, channel: 'answer', operation: 'GetTask', asked, request: {} };
}

function asks(vantage: Vantage): Observation {
  return { kind: 'asked', vantage, received: vantage.asked };
}

function answers(vantage: Vantage, received: number): Observation {
  return { kind: 'failure', reason: 'reset', message: '', sent: true, vantage, received };
}

describe('the clock of observations', () => {
  const tell = (...seen: readonly Observation[]) => {
    const clock = createClock();
    const at = { task: newTaskRecord(peer), asked: 0, now: 0 };
    return seen.map((one) => {
      clock.tell(one, at);
      return { asked: at.asked, now: at.now };
    });
  };

  it('puts an answer before a call that was asked in the same ms, but after it', () => {
    const [first, second] = [vantage(1, 1_000), vantage(2, 1_005)];
    const [, answer, , later] = tell(asks(first), answers(first, 1_005), asks(second), answers(second, 1_005));
    assert.ok(answer !== undefined && later !== undefined && answer.now < later.asked);
  });

  it('does not put an answer before a call that was under way when it came', () => {
    const [first, second] = [vantage(1, 1_000), vantage(2, 1_000.25)];
    const [, , answer, later] = tell(asks(first), asks(second), answers(first, 1_000.5), answers(second, 1_001));
    assert.ok(answer !== undefined && later !== undefined && answer.now >= later.asked);
  });

  it('goes by the times alone where it was not told that a call went out, and takes no chance', () => {
    const [first, second] = [vantage(1, 1_000), vantage(2, 1_005)];
    const [answer, later] = tell(answers(first, 1_005), answers(second, 1_006));
    assert.ok(answer !== undefined && later !== undefined && answer.now >= later.asked);
  });

  it('never runs backwards for a task', () => {
    const first = vantage(1, 1_000);
    const [, answer, late] = tell(asks(first), answers(first, 9_000), answers(vantage(2, 500), 600));
    assert.ok(answer !== undefined && late !== undefined && late.now >= answer.now);
  });
});
