import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { before, describe, test } from 'node:test';
import { demoJson } from '../../src/cli/demo/demo-json.ts';
import { reportDemonstration } from '../../src/cli/demo/demo-report.ts';
import { CALLERS, PLAIN_CALLER } from '../../src/demo/callers.ts';
import type { Incident } from '../../src/demo/incidents.ts';
import { type Demonstration, type DemoProgress, playDemonstration } from '../../src/demo/play.ts';
import { type CallerRun, judgeRow, type Row } from '../../src/demo/row.ts';
import { VERSIONS, type Version } from '../../src/demo/scene.ts';
import type { DemoTimes } from '../../src/demo/times.ts';
import { memory } from '../cli/cli.ts';

const SHORT: DemoTimes = {
  stepMs: 200,
  cancelAfterMs: 300,
  zombieMs: 1_200,
  patienceMs: 6_000,
  patienceBehindMs: 30_000,
  silenceMs: 800,
  cancelWatchMs: 1_500,
  cancelWatchMostMs: 3_000,
  settleWithinMs: 1_500,
};

const progress: DemoProgress[] = [];
let demonstration: Demonstration;

/** Longer than this nobody in this process may be held up, or what an agent says at once comes late. */
const MOST_HELD_UP_MS = 500;
const MOST_TRIES = 3;

// Agents and callers are in this one process: what they did while it got no time says nothing of them.
before(async () => {
  const delay = monitorEventLoopDelay();
  for (let tries = 1; ; tries++) {
    delay.reset();
    delay.enable();
    progress.length = 0;
    demonstration = await playDemonstration({ times: SHORT, onProgress: (told) => progress.push(told) });
    delay.disable();
    if (delay.max / 1e6 <= MOST_HELD_UP_MS || tries === MOST_TRIES) return;
  }
});

/** What came of an agent in a version, read off all columns. */
function rowOf(agent: string, version: Version = '1.0') {
  const row = demonstration.rows.find((each) => each.scene.agent === agent && each.version === version);
  assert.ok(row !== undefined, agent);
  const [plain, guarded, behind] = row.runs;
  assert.ok(plain?.account.kind === 'believed' && guarded?.account.kind === 'concluded');
  assert.ok(behind?.account.kind === 'believed' && behind.account.behind !== undefined);
  const { belief } = plain.account;
  const { outcome, passedAfterCancel } = guarded.account.result;
  return {
    row,
    plain,
    guarded,
    belief,
    passedAfterCancel,
    told: belief.state,
    incidents: plain.incidents.map(({ kind }) => kind),
    kind: outcome.kind,
    rules: outcome.findings.map(({ rule }) => rule),
    behind: {
      told: behind.account.belief.state,
      incidents: behind.incidents.map(({ kind }) => kind),
      acts: behind.account.behind.acts.filter((act) => act !== 'id-first'),
      rules: behind.account.behind.findings.map(({ rule }) => rule),
    },
  };
}

describe('the demonstration', () => {
  test('all is as it has to be', () => {
    assert.deepEqual(
      demonstration.rows.flatMap(({ scene, version, wrong }) =>
        wrong.map((what) => `${scene.agent} ${version}: ${what}`),
      ),
      [],
    );
    assert.equal(demonstration.ok, true);
  });

  test('no guarded caller comes to harm, by the ledgers of their agents', () => {
    assert.deepEqual(
      demonstration.rows.map(({ runs }) => runs[1]?.incidents),
      demonstration.rows.map(() => []),
    );
  });

  test('behind the gateway a plain caller comes to the harm that no gateway can keep from it, and no other', () => {
    const left = {
      'cancel-freezes': 'end-never-told',
      'history-empty': 'no-history',
      'shifting-artifacts': 'wrong-result',
    };
    for (const { scene, version } of demonstration.rows) {
      const { incidents } = rowOf(scene.agent, version).behind;
      assert.deepEqual(
        incidents,
        Object.entries(left).flatMap(([agent, kind]) => (agent === scene.agent ? [kind] : [])),
      );
    }
  });

  for (const version of VERSIONS) {
    test(`${version}: an honest agent harms nobody and is not accused`, () => {
      for (const [agent, state] of [
        ['honest', 'completed'],
        ['honest, canceled', 'canceled'],
      ] as const) {
        const { told, incidents, kind, rules, behind } = rowOf(agent, version);
        assert.deepEqual({ told, incidents, kind, rules }, { told: state, incidents: [], kind: state, rules: [] });
        assert.deepEqual(behind, { told: state, incidents: [], acts: [], rules: [] });
      }
    });

    test(`${version}, zombie-cancel: one pays for work that it called off, the other sees it`, () => {
      const { told, incidents, kind, rules, passedAfterCancel } = rowOf('zombie-cancel', version);
      assert.equal(told, 'canceled');
      assert.deepEqual(incidents, ['frames-after-cancel', 'orphaned', 'wrong-end']);
      assert.equal(kind, 'orphaned');
      assert.ok(rules.includes('cancel/resurrected'));
      assert.equal(passedAfterCancel, 0);
      const { behind } = rowOf('zombie-cancel', version);
      assert.equal(behind.told, 'completed');
      assert.ok(behind.rules.includes('cancel/resurrected'));
    });

    test(`${version}, cancel-freezes: one believes in work that nobody does, the other says what is left`, () => {
      const { told, incidents, kind, rules } = rowOf('cancel-freezes', version);
      assert.deepEqual([told, incidents, kind], ['working', ['end-never-told'], 'orphaned']);
      assert.ok(rules.includes('cancel/not-terminal'));
    });

    test(`${version}, resume-rejects-data: one loses the task over a valid answer, the other sends it as text`, () => {
      const { told, incidents, kind } = rowOf('resume-rejects-data', version);
      assert.deepEqual([told, incidents, kind], ['failed', ['false-failure'], 'completed']);
    });

    test(`${version}, interrupt-hidden: one never hears the question, the other answers it`, () => {
      const { belief, incidents, kind } = rowOf('interrupt-hidden', version);
      assert.ok(belief.gaveUpAfterMs !== undefined);
      assert.deepEqual([incidents, kind], [['end-never-told'], 'completed']);
    });

    test(`${version}, history-empty: one is asked and not shown what`, () => {
      const { incidents, kind } = rowOf('history-empty', version);
      assert.deepEqual([incidents, kind], [['no-history'], 'completed']);
    });

    test(`${version}, mute-stream: one waits in vain, the other has the result`, () => {
      const { told, belief, incidents, kind, rules } = rowOf('mute-stream', version);
      assert.equal(told, undefined);
      assert.ok(belief.gaveUpAfterMs !== undefined);
      assert.deepEqual([incidents, kind], [['end-never-told'], 'completed']);
      assert.ok(rules.includes('stream/silent'));
    });

    test(`${version}, shifting-artifacts: one takes what is not the result, the other is told that there is none`, () => {
      const { told, incidents, kind, rules } = rowOf('shifting-artifacts', version);
      assert.deepEqual([told, incidents, kind], ['completed', ['wrong-result'], 'completed-disputed']);
      assert.ok(rules.includes('settle/unstable-artifacts'));
    });

    test(`${version}, no-terminal and stream-empty: one leaves with a piece or nothing, the other with the whole`, () => {
      const { told, incidents, kind, rules } = rowOf('no-terminal', version);
      assert.deepEqual([told, incidents, kind], ['working', ['end-never-told', 'wrong-result'], 'completed']);
      assert.ok(rules.includes('stream/no-terminal'));
      const empty = rowOf('stream-empty', version);
      assert.deepEqual([empty.told, empty.incidents, empty.kind], [undefined, incidents, 'completed']);
    });
  }

  test('tells its progress', () => {
    const kinds = new Set(progress.map(({ kind }) => kind));
    assert.deepEqual(kinds, new Set(['went-away', 'event', 'row']));
  });

  test('is shown in 100 columns, side by side, with what was shortened and what to try next', () => {
    const out = memory();
    reportDemonstration(demonstration, out);
    const text = out.text();
    for (const line of text.split('\n')) assert.ok(line.length <= 100, line);
    assert.match(text, /\nagent +plain SDK client +Probity +plain, behind gateway\n/);
    assert.match(text, /\nzombie-cancel +was told canceled +orphaned +was told completed\n/);
    assert.match(text, /\nA2A 1\.0 and 0\.3/);
    assert.match(text, /Shortened for the demonstration: the zombie works on for 1\.2 s/);
    assert.match(text, /\nNext: .*demo --peer name=<your agent's url>\n$/);
  });

  for (const width of [80, 100]) {
    test(`tells first, and again last, who came to harm, in ${width} columns`, () => {
      const out = { ...memory(), width };
      reportDemonstration(demonstration, out);
      const text = out.text();
      for (const line of text.split('\n')) assert.ok(line.length <= width, line);
      const verdict = text.slice(0, text.indexOf('\n\n'));
      const says = verdict.replace(/\s+/g, ' ');
      assert.match(says, /^As it has to be: 9 liars in A2A 1\.0 and 0\.3, 18 times of harm to be had\./);
      assert.match(says, /plain SDK client came to harm 18 times Probity came to harm 0 times /);
      assert.match(says, /plain, behind gateway came to harm 6 times, where the reason is given .* false alarms 0 on/);
      assert.ok(text.lastIndexOf(verdict) > text.indexOf('\nShortened'), text);
    });
  }

  test('is one JSON object for programs', () => {
    const { schemaVersion, ok, rows } = JSON.parse(JSON.stringify(demoJson(demonstration)));
    assert.deepEqual([schemaVersion, ok, rows.length], [1, true, 22]);
    const zombie = rows[4];
    assert.deepEqual([zombie.deviation, zombie.version], ['zombie-cancel', '1.0']);
    assert.equal(zombie.guarded.kind, 'orphaned');
    assert.equal(zombie.guarded.orphan.endedAs, 'completed');
    assert.deepEqual(zombie.guarded.incidents, []);
    assert.deepEqual([zombie.behind.state, zombie.behind.incidents], ['completed', []]);
    assert.match(rows[6].behind.left, /no end on any channel/);
    assert.deepEqual([zombie.right, zombie.wrong], [true, []]);
  });
});

test('the demonstration can be aborted, and played by other callers in one version', async () => {
  const stop = new AbortController();
  const seen = new Set<string>();
  const aborted = playDemonstration({
    times: SHORT,
    versions: ['0.3'],
    callers: [...CALLERS, { ...PLAIN_CALLER, name: 'third', title: 'a third one' }],
    signal: stop.signal,
    onProgress: (told) => {
      if (told.kind !== 'row') seen.add(`${told.row.version} ${told.caller.name}`);
      if (seen.size === 4) stop.abort(new Error('enough'));
    },
  });
  await assert.rejects(aborted, /^Error: enough$/);
  assert.deepEqual([...seen].sort(), ['0.3 behind', '0.3 guarded', '0.3 plain', '0.3 third']);
  await assert.rejects(playDemonstration({ signal: stop.signal }), /^Error: enough$/);
});

describe('a row of the demonstration is wrong', () => {
  const judge = (
    agent: string,
    change: { plain?: Partial<CallerRun>; kind?: string; findings?: Row['wrong']; harm?: Incident },
  ) => {
    const { row, plain, guarded } = rowOf(agent);
    assert.ok(guarded.account.kind === 'concluded');
    const { result } = guarded.account;
    const outcome = {
      ...result.outcome,
      ...(change.kind === undefined ? {} : { kind: change.kind }),
      ...(change.findings === undefined ? {} : { findings: change.findings }),
    } as typeof result.outcome;
    const incidents = change.harm === undefined ? guarded.incidents : [change.harm];
    const account = { kind: 'concluded', result: { ...result, outcome } } as const;
    return judgeRow(row, [
      { ...plain, ...change.plain },
      { ...guarded, account, incidents },
    ]).wrong;
  };

  test('where the lie did the plain caller no harm', () => {
    assert.deepEqual(judge('zombie-cancel', { plain: { incidents: [] } }), [
      'the lie did the plain SDK client no harm',
    ]);
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
    const { row, plain, guarded } = rowOf('honest');
    const liar = rowOf('no-terminal').guarded.account;
    assert.ok(guarded.account.kind === 'concluded' && liar.kind === 'concluded');
    const { result } = guarded.account;
    const outcome = { ...result.outcome, findings: liar.result.outcome.findings };
    const accusing = { ...guarded, account: { kind: 'concluded', result: { ...result, outcome } } } as const;
    const harmed = { ...plain, incidents: [{ kind: 'orphaned', ms: 1 }] } as const;
    assert.deepEqual(judgeRow(row, [harmed, accusing]).wrong, [
      'an honest agent harmed the plain SDK client',
      'guarded: false alarm, stream/no-terminal',
    ]);
  });

  test('and then the report says so, and why', () => {
    const rows = demonstration.rows.map((row) => (row.scene.agent === 'honest' ? { ...row, wrong: ['it is'] } : row));
    const out = memory();
    reportDemonstration({ ...demonstration, rows, ok: false }, out);
    assert.match(out.text(), /\n✖ honest, 1\.0: it is\n✖ honest, 0\.3: it is\n$/);
  });
});
