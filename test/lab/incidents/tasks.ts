import assert from 'node:assert/strict';
import { knownTasks } from '../../../src/lab/index.ts';
import { atWork, type Incidents, streamed } from './stage.ts';

export const tasks: Incidents = {
  'accepts-after-end': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const again = await client.send('something else altogether', { taskId });
    assert.deepEqual([again.taskId, again.state, again.text], [taskId, 'completed', 'chunk 0 chunk 1 chunk 2 ']);
  },
  'artifact-listed-twice': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const read = await client.get(taskId);
    assert.deepEqual([read.artifacts, read.text], [2, 'chunk 0 chunk 1 chunk 2 chunk 0 chunk 1 chunk 2 ']);
  },
  'client-id-accepted': async ({ client }) => {
    const { taskId, state } = await client.send('slow 2', { taskId: 'made-up-by-the-caller' });
    assert.equal(taskId, 'made-up-by-the-caller');
    assert.notEqual(state, undefined);
    assert.equal((await client.poll('made-up-by-the-caller', 'completed')).state, 'completed');
  },
  'comes-and-goes': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const kinds = [await client.get(taskId), await client.get(taskId), await client.get(taskId)];
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['task', 'error', 'task'],
    );
  },
  'context-mismatch-accepted': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    const { contextId = '' } = await client.send('hello');
    assert.equal((await client.send('the blue one', { taskId, contextId })).state, 'completed');
  },
  'context-replaced': async ({ client }) => {
    const { contextId = '' } = await client.send('hello');
    assert.notEqual((await client.send('hello', { contextId })).contextId, contextId);
  },
  'crash-as-error': async ({ client, peer }) => {
    assert.equal((await client.send('fail please')).kind, 'error');
    const [taskId = ''] = knownTasks(peer.ledger);
    assert.equal((await client.get(taskId)).state, 'working');
    const stream = await client.stream('fail please');
    await stream.closed;
    assert.equal(stream.seen.at(-1)?.kind, 'error');
  },
  'goes-back': async (stage) => {
    const { words } = await streamed(stage);
    assert.deepEqual(words.slice(0, 4), ['submitted', 'working', 'artifact', 'submitted']);
  },
  'id-changes': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const read = await client.get(taskId);
    assert.equal(read.state, 'completed');
    assert.notEqual(read.taskId, taskId);
  },
  'interrupt-withdrawn': async (stage) => {
    const { words } = await streamed(stage);
    assert.deepEqual(words.slice(1, 5), ['working', 'input-required', 'artifact', 'working']);
  },
  'malformed-task': async ({ client }) => {
    const { json } = await client
      .send('message please')
      .then(() => client.send('hello'))
      .catch(() => ({ json: 0 }));
    assert.equal(json, 0, 'a client that trusts the schema crashes');
  },
  'nonblocking-ignored': async ({ client }) => {
    assert.equal((await client.send('slow 3', { wait: false })).state, 'completed');
  },
  'reads-frozen': async (stage) => {
    const { words, taskId } = await streamed(stage);
    assert.equal(words.at(-1), 'completed');
    assert.equal((await stage.client.get(taskId)).state, 'working');
  },
  'reuses-task-id': async ({ client }) => {
    const first = await client.send('hello');
    const { contextId = '' } = first;
    const second = await client.send('clarify', { contextId });
    assert.deepEqual([second.taskId, second.state], [first.taskId, 'input-required']);
    assert.equal((await client.get(first.taskId ?? '')).state, 'input-required');
  },
  'result-missing': async (stage) => {
    const { words, taskId } = await streamed(stage);
    assert.deepEqual(words, ['submitted', 'working', 'completed']);
    const read = await stage.client.get(taskId);
    assert.deepEqual([read.state, read.artifacts], ['completed', 0]);
  },
  'send-cut-off': async ({ client, peer }) => {
    const { status, body } = await client.answer('slow 1000');
    assert.equal(status, 504);
    assert.match(body, /Gateway Time-out/);
    const [taskId = ''] = knownTasks(peer.ledger);
    assert.equal((await client.get(taskId)).state, 'working');
  },
  'shrinking-task': async (stage) => {
    const taskId = await atWork(stage);
    const read = await stage.client.get(taskId);
    assert.deepEqual([read.artifacts, read.history], [0, 0]);
  },
  'speaks-another-dialect': async ({ client, latest }) => {
    const state = JSON.stringify((await client.send('hello')).json);
    assert.match(state, latest ? /"state":"completed"/ : /"state":"TASK_STATE_COMPLETED"/);
  },
  'task-lost': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    assert.equal((await client.get(taskId)).kind, 'error');
    assert.equal((await client.cancel(taskId)).kind, 'error');
  },
  'unknown-state': async ({ client }) => {
    const { json, taskId = '' } = await client.send('slow 2', { wait: false });
    assert.match(JSON.stringify(json), /"state":"UNRECOGNIZED"/);
    assert.equal((await client.poll(taskId, 'completed')).state, 'completed');
  },
};
