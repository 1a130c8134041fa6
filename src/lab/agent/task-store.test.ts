import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TaskEntry } from './task-entry.ts';
import { TaskStore } from './task-store.ts';

const entry = (id: string) => new TaskEntry({ id, contextId: 'c', status: { state: 'submitted' } }, 'me', () => {});

it('a full store forgets an ended task before one that runs', () => {
  const forgotten: string[] = [];
  const store = new TaskStore(2, (id) => forgotten.push(id));
  const running = entry('running');
  const ended = entry('ended');
  store.add(running);
  store.add(ended);
  const stopped = running.startRun();
  ended.setState('completed');
  store.add(entry('third'));
  assert.deepEqual(forgotten, ['ended']);
  assert.throws(() => store.find('ended', 'me'), { reason: 'task-not-found' });
  assert.equal(stopped.aborted, false);

  store.add(entry('fourth'));
  assert.deepEqual(forgotten, ['ended', 'running']);
  assert.equal(stopped.aborted, true);
});

it('nothing is published behind an end', () => {
  const task = entry('t');
  task.setState('completed');
  task.setState('working');
  task.addPart('a', { text: 'late' }, { append: false, lastChunk: true });
  assert.equal(task.task.status.state, 'completed');
  assert.equal(task.task.artifacts, undefined);
});

it('a task is not there for anybody else', () => {
  const store = new TaskStore(2, () => {});
  store.add(entry('mine'));
  assert.equal(store.find('mine', 'me').task.id, 'mine');
  assert.throws(() => store.find('mine', 'you'), { reason: 'task-not-found', message: 'Task not found: mine' });
  assert.deepEqual(store.search({ owner: 'you' }), []);
});
