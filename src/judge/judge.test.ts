import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonitor } from '../lifecycle/monitor.ts';
import { newPeerRecord } from '../lifecycle/peer-record.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import type { Trace } from '../lifecycle/rule.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { scene } from '../lifecycle/scene.ts';
import type { Observation } from '../protocol/observation.ts';
import { RULES } from '../rules/catalogue.ts';
import { type JudgedFinding, judge } from './judge.ts';

function judged(trace: Trace, framesTimed = true): readonly JudgedFinding[] {
  return judge({ ...trace, framesTimed });
}

/** A finding and its witness in one line. */
function told(found: readonly JudgedFinding[]): readonly string[] {
  return found.map(({ finding, taskId, witness }) => {
    const shown = witness.map(({ kind, vantage }) => `${vantage.operation} ${kind}`);
    return `${finding.rule} ${finding.certainty} ${taskId}: ${shown.join(', ')}`;
  });
}

const canceledAndOn: Trace = scene((s) => {
  const stream = s.stream();
  stream.task('working');
  for (let chunk = 0; chunk < 20; chunk++) stream.artifact('a1', `${chunk} `, { append: chunk > 0 });
  s.cancel('canceled');
  for (let read = 0; read < 5; read++) {
    s.wait(3_000);
    s.read('working');
  }
});

describe('judging a record', () => {
  it('tells each rule once for a task, as certain as it became, with the least that shows it', () => {
    const ignored = judged(canceledAndOn).filter(({ finding }) => finding.rule === 'cancel/ignored');
    assert.deepEqual(told(ignored), [
      'cancel/ignored certain t1: CancelTask task, GetTask task, GetTask task, GetTask task',
    ]);
  });

  it('shows each rule by a part of its own trace that raises it, and of which nothing can be left out', () => {
    let shown = 0;
    for (const rule of RULES) {
      const { claims } = rule.pair.raises;
      const raises = (part: readonly Observation[], why: string): boolean => {
        const monitor = createMonitor({ key: [1, 2] });
        const rules = compileRules([rule], claims.dialect, claims.binding);
        const record = newTaskRecord({ claims, rules, record: newPeerRecord() });
        const found = part.flatMap((seen) => monitor.step(record, seen));
        return found.some((one) => one.because === why && one.certainty === 'certain' && one.seen === part.at(-1));
      };
      for (const { finding, witness } of judge({ ...rule.pair.raises, framesTimed: true }, { rules: [rule] })) {
        if (finding.certainty !== 'certain' || finding.seen.kind === 'silence') continue;
        shown++;
        assert.equal(witness.at(-1), finding.seen, `${rule.id} breaks at the last of it`);
        assert.ok(raises(witness, finding.because), `${rule.id} is shown by its witness`);
        for (const left of witness.slice(0, -1)) {
          const rest = witness.filter((seen) => seen !== left);
          assert.ok(!raises(rest, finding.because), `${rule.id} needs each of ${witness.length}, not ${left.kind}`);
        }
      }
    }
    assert.ok(shown > 60, `${shown} rules are shown`);
  });

  it('takes no part for a witness in which something is wrong that was right', () => {
    // Without the first frame of its stream each event would be a stream without a task.
    const trace = scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.status('working');
      const second = s.stream();
      second.status('working', { taskId: 't2' });
    });
    const first = judged(trace).find(({ finding }) => finding.rule === 'stream/no-task-first');
    assert.deepEqual(told(first === undefined ? [] : [first]), [
      'stream/no-task-first certain t2: SendStreamingMessage status',
    ]);
  });

  it('shows what takes two tasks by both', () => {
    const id = '6efec65b-a967-4a62-a9d4-1688fd95e177';
    const found = judged(
      scene((s) => {
        for (const taskId of ['t1', 't2', 't3', 't4']) {
          const stream = s.stream();
          stream.task('working', { taskId });
          stream.artifact(taskId === 't2' || taskId === 't4' ? id : `a-${taskId}`, 'one', { taskId });
          stream.status('completed', { taskId, final: true });
          stream.close('peer');
        }
      }),
    );
    assert.deepEqual(
      found.map(({ finding, witness }) => [
        finding.rule,
        [...new Set(witness.map((seen) => (seen.kind === 'artifact' ? seen.taskId : 't4')))],
      ]),
      [['task/artifact-shared', ['t2', 't4']]],
    );
  });

  it('knows the silences that nobody noticed', () => {
    const found = judged(
      scene((s) => {
        const stream = s.stream();
        stream.task('submitted');
        s.wait(1_000);
        s.read('working');
        s.wait(20_000);
        s.read('working');
        stream.close('caller');
      }),
    );
    assert.ok(
      found.some(
        ({ finding, witness }) => finding.rule === 'stream/silent' && witness.some(({ kind }) => kind === 'task'),
      ),
      told(found).join('\n'),
    );
  });

  it('concludes nothing from the times of frames that have none', () => {
    const trace = scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      s.read('working');
      s.wait(60_000);
      stream.status('working');
      stream.status('completed', { final: true });
      stream.close('peer');
    });
    assert.deepEqual(
      told(judged(trace)).map((line) => line.split(' ')[0]),
      ['stream/silent', 'stream/buffered'],
    );
    assert.deepEqual(told(judged(trace, false)), []);
  });

  it('names the task of a finding that came before its id', () => {
    const trace = scene((s) => {
      const send = s.send();
      send.defect('discriminator', 'nothing says what it is');
      send.task('working');
    });
    assert.deepEqual(told(judged(trace)), ['task/dialect-mix certain t1: SendMessage defect']);
  });
});
