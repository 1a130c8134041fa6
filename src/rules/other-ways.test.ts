import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonitor } from '../lifecycle/monitor.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { aMessage, type Scene, scene } from '../lifecycle/scene.ts';
import { RULES } from './catalogue.ts';

/** What is told of a course of a task in 1.0 over JSON-RPC. */
function told(script: (scene: Scene) => void): readonly string[] {
  const { claims, observations } = scene(script);
  const record = newTaskRecord({ claims, rules: compileRules(RULES, '1.0', 'JSONRPC') });
  const monitor = createMonitor();
  return observations
    .flatMap((seen) => monitor.step(record, seen))
    .map(({ rule, certainty }) => `${rule}: ${certainty}`);
}

/** A course, with and without what breaks the rule. */
type Course = (breaks: boolean) => (s: Scene) => void;

/** Rules that can be broken in more ways than their pairs show. */
const WAYS: readonly (readonly [rule: string, how: string, course: Course])[] = [
  [
    'stream/output-in-status: certain',
    'by the last status of a stream that has brought the same as an artifact',
    (breaks) => (s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'the whole ');
      stream.artifact('a1', 'result', { append: true });
      stream.status('completed', { message: aMessage(breaks ? 'the whole result' : 'that was the whole result') });
    },
  ],
  [
    'stream/subscribe-after-terminal: suspected',
    'by a stream on which nothing ever comes',
    (breaks) => (s) => {
      s.send().task('working');
      if (breaks) s.read('completed');
      const stream = s.stream('SubscribeToTask');
      stream.silence(5_000);
    },
  ],
  [
    'push/out-of-order: suspected',
    'by a piece of the result that comes behind the end',
    (breaks) => (s) => {
      s.send().task('submitted');
      const pushUrl = 'https://hook.example/1';
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl }).configs({ id: 'p1' });
      const hook = s.push({ pushUrl });
      hook.status(breaks ? 'completed' : 'working');
      hook.artifact('a1', 'the last piece');
    },
  ],
  [
    'task/shrunk: suspected',
    'by history that begins later than it did',
    (breaks) => (s) => {
      s.send().task('input-required');
      const read = (...ids: readonly string[]) =>
        s.call('GetTask', { taskId: 't1', historyLength: 50 }).task('input-required', {
          history: ids.map((id) => aMessage(id, id, 'user')),
        });
      read('first');
      s.wait(1_000);
      read(...(breaks ? [] : ['first']), 'second');
    },
  ],
  [
    'stream/artifact-not-streamed: suspected',
    'by a stream that was joined and lacks a piece',
    (breaks) => (s) => {
      s.send().task('working');
      const stream = s.stream('SubscribeToTask');
      stream.task('working', { artifacts: { a1: 'one ' } });
      if (!breaks) stream.artifact('a1', 'two ', { append: true });
      stream.artifact('a1', 'three', { append: true });
      stream.status('completed');
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'one two three' } });
    },
  ],
  [
    'stream/not-sse: certain',
    'by an answer of which nothing can be read',
    (breaks) => (s) => s.call('SendStreamingMessage').failure(breaks ? 'unreadable' : 'reset'),
  ],
];

describe('a rule that can be broken in several ways', () => {
  for (const [rule, how, course] of WAYS) {
    it(`${rule}, ${how}, and not without it`, () => {
      assert.ok(told(course(true)).includes(rule), told(course(true)).join('\n'));
      assert.ok(!told(course(false)).includes(rule), told(course(false)).join('\n'));
    });
  }
});
