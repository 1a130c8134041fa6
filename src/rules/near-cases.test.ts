import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonitor } from '../lifecycle/monitor.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { type Scene, scene } from '../lifecycle/scene.ts';
import { RULES } from './catalogue.ts';

/** What is told of a course of a task in 1.0 over JSON-RPC, with how surely and how heavily. */
function told(script: (scene: Scene) => void): readonly string[] {
  const { claims, observations } = scene(script);
  const record = newTaskRecord({ claims, rules: compileRules(RULES, '1.0', 'JSONRPC') });
  const monitor = createMonitor();
  return observations
    .flatMap((seen) => monitor.step(record, seen))
    .map(({ rule, certainty, severity }) => `${rule}: ${certainty} ${severity}`);
}

describe('a rule is told where it is broken and nowhere near', () => {
  it('a stream that goes on behind the end it told has told an end', () => {
    const found = told((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed');
      stream.status('working');
      stream.close('peer');
    });
    assert.ok(found.includes('stream/after-terminal: certain error'));
    assert.ok(found.every((one) => !one.startsWith('stream/no-terminal')));
  });

  it('an answer that comes too early may come from a task that paused and went on', () => {
    const found = told((s) => s.call('SendMessage', {}).task('working'));
    assert.deepEqual(found, ['task/blocking-returns-early: suspected warning']);
  });

  it('a completed task without artifacts is told by its words, which may not change', () => {
    const reads =
      (...words: readonly string[]) =>
      (s: Scene): void => {
        s.send().task('working');
        for (const text of words) {
          s.read('completed', { message: { role: 'agent', parts: [{ text }] } });
          s.wait(2_000);
        }
      };
    assert.deepEqual(told(reads('It is 7.', 'It is 8.')), ['settle/unstable-artifacts: certain error']);
    assert.deepEqual(told(reads('It is 7.', 'It is 7.')), ['stream/output-in-status: certain note']);
  });

  it('beside artifacts the words of a completed task are only words', () => {
    const found = told((s) => {
      s.send().task('working');
      for (const text of ['done', 'done a while ago']) {
        s.read('completed', { artifacts: { a1: 'the result' }, message: { role: 'agent', parts: [{ text }] } });
        s.wait(2_000);
      }
    });
    assert.deepEqual(found, []);
  });

  it('what is nested too deep for us is no fault of the agent, and leaves a hole in the stream', () => {
    const found = told((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.defect('depth', 'the payload is nested too deep');
      stream.status('completed');
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'what was lost' } });
      s.wait(2_000);
      s.read('completed', { artifacts: { a1: 'what was lost' } });
    });
    assert.deepEqual(found, ['error/beyond-limits: suspected note']);
  });
});
