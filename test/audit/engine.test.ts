import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AuditFinding, type AuditReport, exitCodeOf, verdictOf } from '../../src/audit/audit-report.ts';
import { chooseScenarios } from '../../src/audit/choose-scenarios.ts';
import { mergeFindings } from '../../src/audit/compile-report.ts';
import { Pace } from '../../src/audit/pace.ts';
import { PromptBook } from '../../src/audit/prompts.ts';
import { SCENARIO_IDS } from '../../src/audit/scenario-ids.ts';
import { SCENARIOS } from '../../src/audit/scenarios/index.ts';
import { Slots } from '../../src/audit/slots.ts';
import { QUICK_TIMES } from '../../src/audit/times.ts';
import { claimsWith } from '../../src/lifecycle/peer-facts.ts';

function finding(given: Partial<AuditFinding>): AuditFinding {
  return {
    rule: 'task/lost',
    title: 'A task is lost',
    severity: 'warning',
    certainty: 'suspected',
    confirmed: false,
    basis: { kind: 'gap', reading: 'Tasks are there.' },
    claim: 'task',
    capability: 'task',
    interface: 'JSONRPC 1.0',
    scenario: 'settle',
    alsoIn: [],
    taskId: undefined,
    message: 'it is gone',
    why: '',
    remedy: '',
    evidence: { steps: [], exchanges: [], contradiction: undefined },
    ...given,
  };
}

describe('the scenarios', () => {
  it('are listed by their ids, each once, for whoever must not load them', () => {
    assert.deepEqual(
      SCENARIOS.map(({ id }) => id),
      SCENARIO_IDS,
    );
    assert.equal(new Set(SCENARIO_IDS).size, SCENARIO_IDS.length);
  });

  it('are chosen by what the card claims, and by what it denies', () => {
    const ids = (streaming: boolean) => chooseScenarios(SCENARIOS, claimsWith({ streaming }), {}).map(({ id }) => id);
    assert.ok(ids(true).includes('stream') && !ids(true).includes('stream-denied'));
    assert.ok(ids(false).includes('stream-denied') && !ids(false).includes('stream'));
  });

  it('are chosen by name, or by the begin of their names', () => {
    const ids = (options: Parameters<typeof chooseScenarios>[2]) =>
      chooseScenarios(SCENARIOS, claimsWith({ streaming: true }), options).map(({ id }) => id);
    assert.deepEqual(ids({ only: ['settle', 'malformed'] }), ['settle', 'settle-failed', 'malformed']);
    assert.ok(!ids({ skip: ['cancel'] }).some((id) => id.startsWith('cancel')));
  });

  it('that are safe leave one task behind at most', () => {
    const chosen = chooseScenarios(SCENARIOS, claimsWith({ streaming: true }), { safe: true });
    assert.deepEqual(
      chosen.filter(({ effects }) => effects !== 'nothing').map(({ id }) => id),
      ['settle'],
    );
  });
});

describe('the bounds of an audit', () => {
  it('are fixed where round trips are quick, and follow them where they are slow, within reason', () => {
    const pace = new Pace(QUICK_TIMES);
    for (let trip = 0; trip < 50; trip++) pace.noteRoundTrip(5);
    assert.equal(pace.boundMs, 2_000);
    pace.noteRoundTrip(400);
    assert.equal(pace.boundMs, 8_000);
    pace.noteRoundTrip(60_000);
    assert.ok(pace.boundMs <= 20_000 && pace.silenceMs <= 30_000);
  });
});

describe('what is said to an agent', () => {
  it('is what the user gave for it, else the one message, else something harmless, else nothing', () => {
    const own = [{ text: 'take your time' }];
    const one = [{ text: 'for everything' }];
    assert.equal(new PromptBook({ slow: own }, one, []).partsFor('slow'), own);
    assert.equal(new PromptBook({}, one, []).partsFor('slow'), one);
    assert.match(new PromptBook({}, undefined, []).partsFor('quick')?.[0]?.text ?? '', /sentence/);
    assert.equal(new PromptBook({}, one, []).partsFor('fails'), undefined);
  });

  it('is a text, or parts', () => {
    const book = new PromptBook({ slow: 'take your time' }, 'for everything', ['text/plain']);
    assert.deepEqual(book.partsFor('slow'), [{ text: 'take your time', mediaType: 'text/plain' }]);
    assert.deepEqual(book.partsFor('asks'), [{ text: 'for everything', mediaType: 'text/plain' }]);
  });

  it('is JSON to an agent that takes no text', () => {
    const [part] = new PromptBook({}, undefined, ['application/json']).partsFor('quick') ?? [];
    assert.equal(part?.mediaType, 'application/json');
  });
});

describe('what is concluded', () => {
  const capabilities: AuditReport['capabilities'] = [
    { name: 'task', interface: 'JSONRPC 1.0', declared: undefined, observed: 'kept', scenarios: ['settle'] },
  ];

  it('is that a word was kept, broken, or that nothing is known', () => {
    const none = { ended: undefined, findings: [], capabilities };
    assert.equal(verdictOf(none), 'kept');
    assert.equal(verdictOf({ ...none, findings: [finding({ severity: 'error' })] }), 'broken');
    assert.equal(verdictOf({ ...none, capabilities: [] }), 'inconclusive');
    assert.equal(verdictOf({ ...none, isIdle: true }), 'inconclusive');
    assert.equal(verdictOf({ ...none, ended: { code: 'agent-lost', message: 'gone' } }), 'inconclusive');
    assert.equal(verdictOf({ ...none, ended: { code: 'budget', message: 'used up' } }), 'kept');
  });

  it('decides the exit code: findings count from the severity that was asked for', () => {
    const warned = { verdict: 'kept' as const, findings: [finding({})] };
    assert.equal(exitCodeOf(warned, 'error'), 0);
    assert.equal(exitCodeOf(warned, 'warning'), 1);
    assert.equal(exitCodeOf({ ...warned, verdict: 'inconclusive' }, 'note'), 3);
  });

  it('tells each rule once for an interface, by its strongest finding', () => {
    const [merged, ...others] = mergeFindings([
      finding({ scenario: 'settle' }),
      finding({ scenario: 'stream', severity: 'error', certainty: 'certain' }),
      finding({ scenario: 'list' }),
    ]);
    assert.deepEqual([merged?.scenario, merged?.alsoIn, others], ['stream', ['settle', 'list'], []]);
  });
});

describe('slots', () => {
  it('let only so many through at a time, and all of them in the end', async () => {
    const slots = new Slots(2);
    let now = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
    };
    await Promise.all(Array.from({ length: 7 }, () => slots.run(work)));
    assert.deepEqual([most, now], [2, 0]);
  });
});
