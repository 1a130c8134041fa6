import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { demoJson } from '../../src/cli/demo/demo-json.ts';
import { reportDemonstration } from '../../src/cli/demo/demo-report.ts';
import type { Incident } from '../../src/demo/incidents.ts';
import { type Demonstration, type DemoProgress, playDemonstration } from '../../src/demo/play.ts';
import { judgeRow, type PlainRun } from '../../src/demo/row.ts';
import type { DemoTimes } from '../../src/demo/times.ts';
import { memory } from '../cli/cli.ts';

const SHORT: DemoTimes = {
  stepMs: 200,
  cancelAfterMs: 300,
  zombieMs: 1_200,
  patienceMs: 6_000,
  silenceMs: 800,
  cancelWatchMs: 1_500,
  settleWithinMs: 1_500,
};

const progress: DemoProgress[] = [];
let demonstration: Demonstration;

before(async () => {
  demonstration = await playDemonstration({
    times: SHORT,
    onProgress: (told) => progress.push(told),
  });
});

function rowOf(agent: string) {
  const row = demonstration.rows.find(({ scene }) => scene.agent === agent);
  assert.ok(row !== undefined, agent);
  const { scene, plain, guarded, wrong } = row;
  return {
    row,
    scene,
    wrong,
    told: plain.belief.state,
    incidents: plain.incidents.map(({ kind }) => kind),
    kind: guarded.outcome.kind,
    rules: guarded.outcome.findings.map(({ rule }) => rule),
  };
}

describe('the demonstration', () => {
  test('all is as it has to be', () => {
    assert.deepEqual(
      demonstration.rows.flatMap(({ scene, wrong }) => wrong.map((what) => `${scene.agent}: ${what}`)),
      [],
    );
    assert.equal(demonstration.ok, true);
  });

  test('no guarded caller comes to harm, by the ledgers of their agents', () => {
    assert.deepEqual(
      demonstration.rows.map(({ guarded }) => guarded.incidents),
      demonstration.rows.map(() => []),
    );
  });

  test('an honest agent harms nobody and is not accused', () => {
    for (const [agent, state] of [
      ['honest', 'completed'],
      ['honest, canceled', 'canceled'],
    ] as const) {
      const { told, incidents, kind, rules } = rowOf(agent);
      assert.deepEqual({ told, incidents, kind, rules }, { told: state, incidents: [], kind: state, rules: [] });
    }
  });

  test('zombie-cancel: the plain caller pays for work that it calls off, the guarded one sees it', () => {
    const { told, incidents, kind, rules, row } = rowOf('zombie-cancel');
    assert.equal(told, 'canceled');
    assert.deepEqual(incidents, ['frames-after-cancel', 'orphaned', 'wrong-end']);
    assert.equal(kind, 'orphaned');
    assert.ok(rules.includes('cancel/resurrected'));
    assert.equal(row.guarded.passedAfterCancel, 0);
  });

  test('mute-stream: one waits in vain, the other has the result', () => {
    const { told, incidents, kind, rules, row } = rowOf('mute-stream');
    assert.equal(told, undefined);
    assert.ok(row.plain.belief.gaveUpAfterMs !== undefined);
    assert.deepEqual(incidents, ['end-never-told']);
    assert.equal(kind, 'completed');
    assert.ok(rules.includes('stream/silent'));
  });

  test('shifting-artifacts: one takes what is not the result, the other is told that there is none to trust', () => {
    const { told, incidents, kind, rules } = rowOf('shifting-artifacts');
    assert.equal(told, 'completed');
    assert.deepEqual(incidents, ['wrong-result']);
    assert.equal(kind, 'completed-disputed');
    assert.ok(rules.includes('settle/unstable-artifacts'));
  });

  test('no-terminal: one leaves with a piece, the other with the whole', () => {
    const { told, incidents, kind, rules } = rowOf('no-terminal');
    assert.equal(told, 'working');
    assert.deepEqual(incidents, ['end-never-told', 'wrong-result']);
    assert.equal(kind, 'completed');
    assert.ok(rules.includes('stream/no-terminal'));
  });

  test('tells its progress', () => {
    const kinds = new Set(progress.map(({ kind }) => kind));
    assert.deepEqual(kinds, new Set(['plain-done', 'guarded-event', 'row']));
  });

  test('is shown in 100 columns, side by side, with what was shortened and what to try next', () => {
    const out = memory();
    reportDemonstration(demonstration, out);
    const text = out.text();
    for (const line of text.split('\n')) assert.ok(line.length <= 100, line);
    assert.match(text, /^agent +plain SDK client +Probity\n/);
    assert.match(text, /\nzombie-cancel +was told canceled +orphaned\n/);
    assert.match(text, /Of 4 liars, 4 harmed the plain client; Probity saw through 4, with 0 false alarms/);
    assert.match(text, /Shortened for the demonstration: the zombie works on for 1\.2 s/);
    assert.match(text, /\nNext: .*delegate <your agent's url> --text …\n$/);
  });

  test('is one JSON object for programs', () => {
    const { schemaVersion, ok, rows } = JSON.parse(JSON.stringify(demoJson(demonstration)));
    assert.deepEqual([schemaVersion, ok, rows.length], [1, true, 6]);
    const zombie = rows[2];
    assert.equal(zombie.deviation, 'zombie-cancel');
    assert.equal(zombie.guarded.kind, 'orphaned');
    assert.equal(zombie.guarded.orphan.endedAs, 'completed');
    assert.deepEqual(zombie.guarded.incidents, []);
    assert.deepEqual([zombie.right, zombie.wrong], [true, []]);
  });
});

test('the demonstration can be aborted', async () => {
  const stop = new AbortController();
  const aborted = playDemonstration({
    times: SHORT,
    signal: stop.signal,
    onProgress: ({ kind }) => {
      if (kind === 'guarded-event') stop.abort(new Error('enough'));
    },
  });
  await assert.rejects(aborted, /^Error: enough$/);
  await assert.rejects(playDemonstration({ signal: stop.signal }), /^Error: enough$/);
});

describe('a row of the demonstration is wrong', () => {
  const judge = (
    agent: string,
    change: { plain?: Partial<PlainRun>; kind?: string; findings?: []; harm?: Incident },
  ) => {
    const { scene, plain, guarded } = rowOf(agent).row;
    const outcome = {
      ...guarded.outcome,
      ...(change.kind === undefined ? {} : { kind: change.kind }),
      ...(change.findings === undefined ? {} : { findings: change.findings }),
    } as typeof guarded.outcome;
    const incidents = change.harm === undefined ? guarded.incidents : [change.harm];
    return judgeRow(scene, { ...plain, ...change.plain }, { ...guarded, outcome, incidents }).wrong;
  };

  test('where the lie did the plain caller no harm', () => {
    assert.deepEqual(judge('zombie-cancel', { plain: { incidents: [] } }), ['the lie did the plain caller no harm']);
  });

  test('where the guard concludes something else, or does not see the lie', () => {
    assert.deepEqual(judge('zombie-cancel', { kind: 'canceled' }), ['guarded: canceled instead of orphaned']);
    assert.deepEqual(judge('no-terminal', { findings: [] }), ['guarded: stream/no-terminal was not found']);
  });

  test('where the guarded caller came to harm', () => {
    assert.deepEqual(judge('zombie-cancel', { harm: { kind: 'frames-after-cancel', count: 2 } }), [
      'guarded: the caller came to harm, frames-after-cancel',
    ]);
  });

  test('where an honest agent is accused, or harms', () => {
    const { scene, plain, guarded } = rowOf('honest').row;
    const accused = rowOf('no-terminal').row.guarded.outcome.findings;
    const outcome = { ...guarded.outcome, findings: accused };
    const harmed = { ...plain, incidents: [{ kind: 'orphaned', ms: 1 }] } as const;
    assert.deepEqual(judgeRow(scene, harmed, { ...guarded, outcome }).wrong, [
      'an honest agent harmed the plain caller',
      'guarded: false alarm, stream/no-terminal',
    ]);
  });

  test('and then the report says so, and why', () => {
    const rows = demonstration.rows.map((row) => (row.scene.agent === 'honest' ? { ...row, wrong: ['it is'] } : row));
    const out = memory();
    reportDemonstration({ ...demonstration, rows, ok: false }, out);
    assert.match(out.text(), /\n✖ honest: it is\n$/);
  });
});
