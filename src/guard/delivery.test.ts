import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BOUNDS } from '../contract/bounds.ts';
import type { Plan } from '../contract/plan.ts';
import { claimsWith } from '../lifecycle/peer-facts.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { type Scene, scene } from '../lifecycle/scene.ts';
import { finish } from './conclude.ts';
import { Course } from './course.ts';
import type { DelegationEvent } from './delegation-event.ts';
import type { Outcome } from './outcome.ts';

const CLAIMS = claimsWith();
const PLAN: Plan = {
  interface: { url: 'https://peer.example/', binding: 'JSONRPC', dialect: '1.0', tenant: undefined },
  claims: CLAIMS,
  opening: 'stream',
  reliesOn: [],
  acceptedOutputModes: [],
  bounds: DEFAULT_BOUNDS,
};

interface Told {
  readonly outcome: Outcome | undefined;
  readonly events: readonly DelegationEvent[];
  /** The one artifact, as the caller has put it together. */
  readonly text: string;
}

/** What the caller is told by what a scene shows, concluded `later` ms after it. */
function toldBy(script: (scene: Scene) => void, later = 0): Told {
  const events: DelegationEvent[] = [];
  let text = '';
  const course = new Course(PLAN, { claims: CLAIMS, rules: compileRules([], '1.0', 'JSONRPC') }, (event) => {
    events.push(event);
    if (event.kind !== 'artifact') return;
    const chunk = event.artifact.parts.map((part) => part.text ?? '').join('');
    text = event.append ? text + chunk : chunk;
  });
  const { observations } = scene(script);
  for (const seen of observations) course.see(seen);
  const outcome = finish(course, (observations.at(-1)?.received ?? 0) + later, undefined);
  return { outcome, events, text };
}

/** Two reads that settle a completed task. */
function settle(s: Scene, content: string): void {
  s.read('completed', { artifacts: { a: content } });
  s.wait(1_000);
  s.read('completed', { artifacts: { a: content } });
}

describe('an artifact', () => {
  it('is whole for the caller although its last chunk came behind a read that told the end', () => {
    const { outcome, text } = toldBy((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a', 'x');
      s.read('completed', { artifacts: { a: 'xy' } });
      stream.artifact('a', 'y', { append: true });
      stream.status('completed');
      s.wait(1_000);
      s.read('completed', { artifacts: { a: 'xy' } });
    });
    assert.equal(outcome?.kind, 'completed');
    assert.equal(text, 'xy');
  });

  it('is whole for the caller although only the final snapshot on its stream holds all of it', () => {
    const { outcome, text } = toldBy((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a', 'x');
      stream.task('completed', { artifacts: { a: 'xy' } });
      settle(s, 'xy');
    });
    assert.equal(outcome?.kind, 'completed');
    assert.equal(text, 'xy');
  });

  it('does not pass in a snapshot that comes behind a told end, and is not delivered if nothing settles', () => {
    const { outcome, events } = toldBy((s) => {
      s.stream().status('completed');
      s.read('working', { artifacts: { a: 'x' } });
    }, 30_000);
    assert.equal(outcome?.kind === 'completed' && outcome.confirmed, false);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['opened', 'verifying'],
    );
  });

  it('comes from one stream at a time', () => {
    const { text } = toldBy((s) => {
      const first = s.stream();
      first.task('working');
      first.artifact('a', 'x');
      first.task('working', { artifacts: { a: 'x' } });
      const second = s.stream('SubscribeToTask');
      second.task('working', { artifacts: { a: 'x' } });
      first.artifact('a', 'y', { append: true });
      second.artifact('a', 'y', { append: true });
    });
    assert.equal(text, 'xy');
  });

  it('goes on from a second stream where the first broke off', () => {
    const { text } = toldBy((s) => {
      const first = s.stream();
      first.task('working');
      first.artifact('a', 'x');
      first.close('broken');
      const second = s.stream('SubscribeToTask');
      second.task('working', { artifacts: { a: 'xy' } });
      second.artifact('a', 'z', { append: true });
    });
    assert.equal(text, 'xyz');
  });
});

describe('a whole stream', () => {
  it('without the artifacts of the task disputes it', () => {
    const { outcome } = toldBy((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed');
      settle(s, 'x');
    });
    assert.equal(outcome?.kind, 'completed-disputed');
  });

  it('that brought what the task then lacks disputes it', () => {
    const { outcome } = toldBy((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a', 'x');
      stream.status('completed');
      s.read('completed');
      s.wait(1_000);
      s.read('completed');
    });
    assert.equal(outcome?.kind, 'completed-disputed');
  });

  it('is none if a frame of it was lost', () => {
    const { outcome } = toldBy((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.defect('lost-frame');
      stream.status('completed');
      settle(s, 'x');
    });
    assert.equal(outcome?.kind, 'completed');
  });
});
