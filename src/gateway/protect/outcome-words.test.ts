import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../protocol/model.ts';
import type { TaskState } from '../../protocol/task-state.ts';
import { outcomeWords } from './outcome-words.ts';

const task = (state: TaskState): Task => {
  const nothing = { contextId: undefined, timestamp: undefined, statusMessage: undefined, history: undefined };
  return { id: 't', state, artifacts: undefined, raw: {}, ...nothing };
};
const contradicted = (by: 'state' | 'content', now: TaskState, before: TaskState) =>
  outcomeWords({ kind: 'contradicted', by, task: task(now), before: task(before) });

test('what an end rests on is told as it is', () => {
  assert.equal(
    outcomeWords({ kind: 'settled', task: task('completed'), digest: '', purged: false }),
    'verified by reads',
  );
  assert.match(outcomeWords({ kind: 'unconfirmed', state: 'completed', why: 'not-shown' }), /^as the agent told it/);
  assert.match(
    outcomeWords({ kind: 'unconfirmed', state: 'canceled', why: 'purged' }),
    /^as the agent told it; .*no such/,
  );
  assert.match(outcomeWords({ kind: 'running', told: undefined }), /has not come to rest/);
  const canceled = { kind: 'settled', task: task('canceled'), digest: '', purged: false } as const;
  assert.match(outcomeWords(canceled, true), /its stream went on behind that/);
});

// After a flip the end is not what the agent told, but what the newest of contradicting reads shows.
test('an end that reads contradict is never said to be as the agent told it', () => {
  const flipped = contradicted('state', 'failed', 'completed');
  assert.equal(flipped, 'as the newest read shows it; reads have shown completed, too');
  assert.equal(
    contradicted('content', 'completed', 'completed'),
    'as the newest read shows it; reads have shown it with different contents',
  );
  assert.match(contradicted('state', 'completed', 'completed'), /reads have shown the task at work again$/);
});
