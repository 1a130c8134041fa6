import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aMessage, aTask, scene } from '../lifecycle/scene.ts';
import { coursesOf } from './courses.ts';

function sorted(script: Parameters<typeof scene>[0]): readonly string[] {
  return coursesOf(scene(script).observations).map(
    ({ taskId, observations }) => `${taskId}: ${observations.map(({ kind }) => kind).join(' ')}`,
  );
}

describe('courses', () => {
  it('hold what was seen of one task, by whatever call', () => {
    const courses = sorted((s) => {
      const first = s.stream();
      s.send().task('working', { taskId: 't2' });
      first.task('working');
      s.read('working');
      first.artifact('a1', 'one');
    });
    assert.deepEqual(courses, ['t1: asked open task asked task artifact', 't2: asked task']);
  });

  it('keep apart what belongs to no task', () => {
    const courses = sorted((s) => {
      s.send().error('InvalidParams');
      s.call('ListTasks').list([aTask('working')]);
      s.send().message('hello');
    });
    assert.deepEqual(courses, ['undefined: asked error', 'undefined: asked list', 'undefined: asked message']);
  });

  it('give a message whose answer was lost to the task that holds it', () => {
    const courses = sorted((s) => {
      s.send({ messageId: 'm1' }).failure('reset');
      s.send({ messageId: 'm2' }).failure('reset');
      s.read('completed', { history: [aMessage('do it', 'm1', 'user')] });
      s.call('ListTasks').list([aTask('working', { taskId: 't2', history: [aMessage('do it', 'm2', 'user')] })]);
    });
    assert.deepEqual(courses, ['t1: asked failure asked task', 't2: asked failure', 'undefined: asked list']);
  });

  it('count what a stream says of a foreign task to the task that the stream is of', () => {
    const courses = sorted((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('failed', { taskId: 'other' });
    });
    assert.deepEqual(courses, ['t1: asked open task status']);
  });
});
