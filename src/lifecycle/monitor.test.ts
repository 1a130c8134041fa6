import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Certainty, Severity } from './finding.ts';
import { createMonitor } from './monitor.ts';
import { claimsWith } from './peer-facts.ts';
import { newTaskRecord } from './record.ts';
import { clause, type Rule, type Trace } from './rule.ts';
import { compileRules } from './rule-table.ts';
import { type Scene, scene } from './scene.ts';

const EMPTY: Trace = { claims: claimsWith(), observations: [] };

/** A rule that status events break as surely as their message says. */
function ruleOf(facts: Partial<Rule> = {}): Rule {
  return {
    id: 'test/told',
    title: 'A test',
    severity: 'error',
    basis: { kind: 'policy', ground: 'invariant', says: 'It is a test.' },
    certainty: 'either',
    why: 'A test.',
    remedy: 'None.',
    clauses: [
      clause(
        'status',
        (seen) => seen.message?.parts[0]?.text as Certainty | undefined,
        () => 'a status event came',
      ),
    ],
    pair: { raises: EMPTY, nearMiss: EMPTY },
    ...facts,
  };
}

function run(rules: readonly Rule[], script: (scene: Scene) => void) {
  const { claims, observations } = scene(script);
  const task = newTaskRecord({ claims, rules: compileRules(rules, claims.dialect, claims.binding) });
  const monitor = createMonitor();
  return { task, findings: observations.flatMap((seen) => monitor.step(task, seen)) };
}

/** A rule that any status breaks, and a message less. */
const ofTwoWeights = ruleOf({
  clauses: [
    clause(
      'status',
      () => 'certain',
      () => 'any',
    ),
    clause(
      'message',
      () => 'certain',
      () => 'any',
      { severity: 'note' },
    ),
  ],
});

const says = (certainty: Certainty) => ({ message: { parts: [{ text: certainty }] } });

describe('a finding', () => {
  it('is told once, and once more when what was suspected is certain', () => {
    const { findings } = run([ruleOf()], (s) => {
      const stream = s.stream();
      for (const certainty of ['suspected', 'suspected', 'certain', 'certain', 'suspected'] as const) {
        stream.status('working', says(certainty));
      }
    });
    assert.deepEqual(
      findings.map(({ certainty }) => certainty),
      ['suspected', 'certain'],
    );
  });

  it('is told again where it weighs more', () => {
    const told = (kinds: readonly ('status' | 'message')[]) =>
      run([ofTwoWeights], (s) => {
        const stream = s.stream();
        for (const kind of kinds) kind === 'status' ? stream.status('working') : stream.message('anything');
      }).findings.map(({ severity }) => severity);
    assert.deepEqual(told(['message', 'status', 'message']), ['note', 'error']);
    assert.deepEqual(told(['status', 'message']), ['error']);
  });

  it('is at most a warning while it is only suspected', () => {
    const severities = (severity: Severity) =>
      run([ruleOf({ severity })], (s) => {
        const stream = s.stream();
        stream.status('working', says('suspected'));
        stream.status('working', says('certain'));
      }).findings.map((finding) => finding.severity);
    assert.deepEqual(severities('error'), ['warning', 'error']);
    assert.deepEqual(severities('note'), ['note', 'note']);
  });

  it('names the claim of the operation that opened the stream', () => {
    const rule = ruleOf({ claim: 'stream' });
    const claims = (operation: 'SendStreamingMessage' | 'SubscribeToTask') =>
      run([rule], (s) => s.stream(operation).status('working', says('certain'))).findings.map(({ claim }) => claim);
    assert.deepEqual(claims('SendStreamingMessage'), ['stream.send']);
    assert.deepEqual(claims('SubscribeToTask'), ['stream.subscribe']);
  });

  it('weighs what the least of dialect, binding and case says', () => {
    const rule = ruleOf({
      perDialect: { '1.0': { severity: 'warning' } },
      perBinding: { JSONRPC: 'note' },
      appliesTo: { dialects: ['1.0'] },
    });
    const { findings } = run([rule], (s) => s.stream().status('working', says('certain')));
    assert.deepEqual(
      findings.map(({ severity }) => severity),
      ['note'],
    );
  });
});

describe('the record of a task', () => {
  it('takes no state from a delivery to a web-hook, nor from what another identity saw', () => {
    const { task } = run([], (s) => {
      s.send({ identity: 'alice' }).task('working');
      s.push().status('completed');
      s.call('GetTask', { taskId: 't1', identity: 'bob' }).task('failed');
    });
    assert.equal(task.state, 'working');
    assert.equal(task.end, undefined);
  });

  it('lets the first end stand, and an older read change nothing', () => {
    const { task } = run([], (s) => {
      s.send().task('working', { timestamp: '2026-01-01T00:00:00Z' });
      s.read('completed', { timestamp: '2026-01-01T00:00:05Z' });
      s.read('working', { timestamp: '2026-01-01T00:00:00Z' });
      s.read('failed', { timestamp: '2026-01-01T00:00:06Z' });
    });
    assert.equal(task.state, 'completed');
    assert.equal(task.end?.state, 'completed');
  });

  it('stays small however often streams are opened and whatever comes by them', () => {
    const { task } = run([], (s) => {
      s.send().task('working');
      for (let again = 0; again < 100; again++) {
        const stream = s.stream('SubscribeToTask');
        for (let artifact = 0; artifact < 30; artifact++) stream.artifact(`a${again}-${artifact}`, 'x');
        stream.close('peer');
      }
    });
    let streams = 0;
    for (let stream = task.streams; stream !== undefined; stream = stream.next) streams++;
    assert.ok(streams <= 16, `${streams} streams`);
  });

  it('keeps no more artifacts of a stream than anybody needs', () => {
    const { task } = run([], (s) => {
      const stream = s.stream();
      stream.task('working');
      for (let artifact = 0; artifact < 1_500; artifact++) stream.artifact(`a${artifact}`, 'x');
    });
    let artifacts = 0;
    for (let artifact = task.streams?.artifacts; artifact !== undefined; artifact = artifact.next) artifacts++;
    assert.equal(artifacts, 1_000);
  });

  it('remembers the stream that the task was born with, however many follow', () => {
    const { task } = run([], (s) => {
      const birth = s.stream();
      birth.task('working');
      birth.close('broken');
      for (let again = 0; again < 100; again++) s.stream('SubscribeToTask').close('broken');
    });
    let last = task.streams;
    while (last?.next !== undefined) last = last.next;
    assert.equal(last?.operation, 'SendStreamingMessage');
  });
});
