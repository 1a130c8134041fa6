import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BOUNDS } from '../contract/bounds.ts';
import { claimsWith } from '../lifecycle/peer-facts.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { type Scene, scene } from '../lifecycle/scene.ts';
import { finish } from './conclude.ts';
import { Course } from './course.ts';
import type { Outcome } from './outcome.ts';

const CLAIMS = claimsWith();

/** The outcome of what a scene shows of a task that its caller stopped, `later` ms after it; artifacts were read `lateMs` late. */
function outcomeOf(script: (scene: Scene) => void, later = 0, lateMs = 0): Outcome | undefined {
  const plan = {
    interface: { url: 'https://peer.example/', binding: 'JSONRPC', dialect: '1.0', tenant: undefined },
    claims: CLAIMS,
    opening: 'stream',
    reliesOn: [],
    acceptedOutputModes: [],
    bounds: DEFAULT_BOUNDS,
  } as const;
  const course = new Course(plan, { claims: CLAIMS, rules: compileRules([], '1.0', 'JSONRPC') }, () => undefined);
  const { observations } = scene(script);
  for (const seen of observations) course.see(seen.kind === 'artifact' && lateMs > 0 ? { ...seen, lateMs } : seen);
  return finish(course, (observations.at(-1)?.received ?? 0) + later, 'cancel');
}

const of = (outcome: Outcome | undefined) =>
  outcome !== undefined && 'confirmed' in outcome ? [outcome.kind, outcome.confirmed] : [outcome?.kind];

describe('a task that was stopped', () => {
  it('is canceled, unconfirmed, where reads fail and nothing was heard of it since', () => {
    const outcome = outcomeOf((s) => {
      s.read('working');
      s.cancel('canceled');
      s.call('GetTask').failure('timeout');
    }, 120_000);
    assert.deepEqual(of(outcome), ['canceled', false]);
  });

  it('is an orphan where a later read shows it at work', () => {
    const outcome = outcomeOf((s) => {
      s.read('working');
      s.cancel('canceled');
      s.read('working');
    }, 120_000);
    assert.deepEqual(of(outcome), ['orphaned', false]);
  });

  it('is an orphan whose cancel was refused where the agent said so, and not where it said canceled', () => {
    const refused = (...answers: readonly ((s: Scene) => void)[]) => {
      const outcome = outcomeOf((s) => {
        s.read('working');
        for (const answer of answers) answer(s);
        s.read('working');
      }, 120_000);
      return outcome?.kind === 'orphaned' ? (outcome.orphan.cancelRefused ?? 'taken') : outcome?.kind;
    };
    const refusal = (s: Scene): void => s.call('CancelTask', { taskId: 't1' }).error('TaskNotCancelable');
    assert.equal(refused(refusal), 'TaskNotCancelable');
    assert.equal(
      refused((s) => s.cancel('canceled')),
      'taken',
    );
  });

  it('is no orphan for a read that was on its way when it was canceled', () => {
    const outcome = outcomeOf((s) => {
      s.read('working');
      const slow = s.call('GetTask');
      s.cancel('canceled');
      slow.task('working');
    }, 120_000);
    assert.deepEqual(of(outcome), ['canceled', false]);
  });

  for (const [lateMs, kind] of [
    [0, 'orphaned'],
    [2_500, 'canceled'],
  ] as const) {
    it(`is ${kind} where a piece of work was read 3 s behind its end, and ${lateMs} ms of that were ours`, () => {
      const script = (s: Scene): void => {
        const stream = s.stream();
        stream.task('working');
        s.cancel('canceled');
        s.wait(3_000);
        stream.artifact('a1', 'a piece', {});
        s.read('canceled');
        s.wait(12_000);
        s.read('canceled');
        s.wait(12_000);
        s.read('canceled');
      };
      assert.deepEqual(outcomeOf(script, 120_000, lateMs)?.kind, kind);
    });
  }

  const followed = (say: (stream: ReturnType<Scene['stream']>) => void) => (s: Scene) => {
    const stream = s.stream();
    stream.task('working', { timestamp: '2026-01-01T10:00:00Z' });
    s.cancel('canceled', { timestamp: '2026-01-01T10:00:01Z' });
    say(stream);
    for (let read = 0; read < 3; read++) {
      s.read('canceled', { timestamp: '2026-01-01T10:00:01Z' });
      s.wait(12_000);
    }
  };

  it('is an orphan where a stream tells another end at once behind that, or a later time', () => {
    const other = followed((stream) => stream.status('completed', { timestamp: '2026-01-01T10:00:01Z' }));
    const outcome = outcomeOf(other);
    assert.deepEqual(of(outcome), ['orphaned', true]);
    const { endedAs, streamEndedAs } = outcome?.kind === 'orphaned' ? outcome.orphan : {};
    assert.deepEqual([endedAs, streamEndedAs], ['canceled', 'completed']);
    const later = followed((stream) => stream.status('working', { timestamp: '2026-01-01T10:00:02.200Z' }));
    assert.deepEqual(of(outcomeOf(later)), ['orphaned', true]);
  });

  it('is no orphan for what a stream may have had under way', () => {
    const before = followed((stream) => {
      stream.status('working', { timestamp: '2026-01-01T10:00:01.900Z' });
      stream.artifact('a1', 'a piece', {});
    });
    assert.deepEqual(of(outcomeOf(before)), ['canceled', true]);
  });

  it('is completed, unconfirmed, where it told so and reads fail', () => {
    const outcome = outcomeOf((s) => {
      const stream = s.stream();
      stream.task('working');
      s.call('CancelTask').error('TaskNotCancelable');
      stream.status('completed');
      s.call('GetTask').failure('timeout');
    }, 120_000);
    assert.deepEqual(of(outcome), ['completed', false]);
  });
});
