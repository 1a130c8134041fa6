import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonitor } from '../lifecycle/monitor.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { aMessage, aTask, type Scene, scene } from '../lifecycle/scene.ts';
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

const PAGE = { nextPageToken: '', totalSize: 1, pageSize: 50 };

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
  [
    'error/unsupported-operation: certain',
    'by another error for a message to a task that has ended',
    (breaks) => (s) => {
      s.send().task('completed');
      s.read('completed');
      const message = 'the task is in a terminal state';
      s.send({ taskId: 't1' }).error(breaks ? 'InvalidParams' : 'UnsupportedOperation', { message });
    },
  ],
  [
    'error/task-not-found: suspected',
    'by a read that is refused as not supported',
    (breaks) => (s) => s.call('GetTask', { taskId: 't1' }).error(breaks ? 'UnsupportedOperation' : 'TaskNotFound'),
  ],
  [
    'error/invalid-params: certain',
    'by serving a negative length',
    (breaks) => (s) => s.call('GetTask', { taskId: 't1', historyLength: breaks ? -1 : 1 }).task('working'),
  ],
  [
    'error/leaks-internals: suspected',
    'by the message of a failure',
    (breaks) => (s) => {
      const message = aMessage(breaks ? 'Traceback (most recent call last):' : 'the model gave up');
      s.read('failed', { message });
    },
  ],
  [
    'task/lost: suspected',
    'by denying a task once and finding it again',
    (breaks) => (s) => {
      s.send().task('working');
      s.wait(3_000);
      if (breaks) s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.read('working');
    },
  ],
  [
    'task/message-id-reused: certain',
    'by text that grows under one id',
    (breaks) => (s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('working', { message: aMessage('one', 'm1') });
      stream.status('working', { message: aMessage('one and two', breaks ? 'm1' : 'm2') });
    },
  ],
  [
    'cancel/wrong-error: suspected',
    'by saying of a task that has ended that no task can be cancelled',
    (breaks) => (s) => {
      s.send().task('working');
      if (breaks) s.read('completed');
      s.call('CancelTask', { taskId: 't1' }).error('UnsupportedOperation');
    },
  ],
  [
    'list/filter-ignored: certain',
    'by listing tasks in other states',
    (breaks) => (s) =>
      s.call('ListTasks', { state: 'completed' }).list([aTask(breaks ? 'working' : 'completed')], PAGE),
  ],
  [
    'list/filter-ignored: certain',
    'by listing tasks that have not changed since',
    (breaks) => (s) =>
      s
        .call('ListTasks', { updatedAfter: '2026-01-01T00:00:05Z' })
        .list([aTask('working', { timestamp: `2026-01-01T00:00:0${breaks ? 4 : 5}Z` })], PAGE),
  ],
  [
    'list/page-size: certain',
    'by a page beyond what pages may hold at most',
    (breaks) => (s) =>
      s.call('ListTasks', { pageSize: 500 }).list(
        Array.from({ length: breaks ? 101 : 100 }, (_, index) => aTask('working', { taskId: `t${index}` })),
        { nextPageToken: '', totalSize: 101, pageSize: 500 },
      ),
  ],
  [
    'list/page-size: certain',
    'by not telling its size',
    (breaks) => (s) => s.call('ListTasks').list(breaks ? [aTask('working')] : [], { ...PAGE, pageSize: undefined }),
  ],
  [
    'task/foreign-message: suspected',
    'by what the agent said in another task, which nothing in the history refers to',
    (breaks) => (s) =>
      s.send().task('working', {
        history: [
          { ...aMessage('as before', 'm1', 'user'), raw: { referenceTaskIds: breaks ? [] : ['t0'] } },
          { ...aMessage('as it was'), taskId: 't0' },
        ],
      }),
  ],
  [
    'task/wrong-role: suspected',
    'by the message of the caller in the history as its own',
    (breaks) => (s) =>
      s.send({ messageId: 'm1' }).task('working', {
        history: [aMessage('do this', 'm1', breaks ? 'agent' : 'user'), aMessage('done', 'm1')].slice(
          0,
          breaks ? 1 : 2,
        ),
      }),
  ],
  [
    'history/zero-ignored: certain',
    'by the history of a listed task',
    (breaks) => (s) =>
      s
        .call('ListTasks', { historyLength: breaks ? 0 : 1 })
        .list([aTask('working', { history: [aMessage('one')] })], PAGE),
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
