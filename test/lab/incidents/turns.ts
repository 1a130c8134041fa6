import assert from 'node:assert/strict';
import { call } from '../naive-client.ts';
import { atWork, dataPart, type Incidents } from './stage.ts';

export const turns: Incidents = {
  'history-doubled': async ({ client }) => {
    const { taskId = '', history = 0 } = await client.send('hello');
    assert.equal(history % 2, 0);
    assert.equal((await client.get(taskId)).history, history);
  },
  'history-length-ignored': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    assert.ok(((await client.get(taskId, 0)).history ?? 0) > 1);
  },
  'history-from-start': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const { history, json } = await client.get(taskId, 1);
    assert.equal(history, 1);
    assert.match(JSON.stringify(json), /"history":\[[^\]]*"hello"/);
  },
  'resume-forgets': async ({ client }) => {
    const { taskId = '', history = 0 } = await client.send('clarify');
    const done = await client.send('the blue one', { taskId });
    assert.equal(done.state, 'completed');
    const text = JSON.stringify((await client.get(taskId)).json);
    assert.ok(history > 0);
    assert.doesNotMatch(text, /"clarify"/);
  },
  'resume-forks': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    const answered = await client.send('the blue one', { taskId });
    assert.notEqual(answered.taskId, taskId);
    assert.equal((await client.get(taskId)).state, 'input-required');
  },
  'resume-refused': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    assert.equal((await client.send('the blue one', { taskId })).kind, 'error');
    assert.equal((await client.get(taskId)).state, 'input-required');
  },
  'declared-input-rejected': async (stage) => {
    const { client, peer } = stage;
    assert.equal((await client.send('', { parts: [dataPart(stage)] })).kind, 'error');
    assert.match((await call(peer.cardUrl)).body, /application\/json/);
  },
  'accepted-output-ignored': async ({ client }) => {
    assert.equal((await client.send('hello', { accept: ['image/png'] })).state, 'completed');
  },
  'undeclared-input-misnamed': async ({ client, latest }) => {
    const picture = latest
      ? { raw: 'aGk=', mediaType: 'image/png' }
      : { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png' } };
    const { kind, json } = await client.send('', { parts: [picture] });
    assert.equal(kind, 'error');
    assert.doesNotMatch(JSON.stringify(json), /-32005|CONTENT_TYPE/);
  },
  'cancel-freezes': async (stage) => {
    const { client, peer } = stage;
    const taskId = await atWork(stage);
    assert.equal((await client.cancel(taskId)).state, 'working');
    assert.equal((await client.get(taskId)).state, 'working');
    const stopped = peer.ledger.ofTask(taskId).filter(({ kind, state }) => kind === 'run' && state === 'canceled');
    assert.equal(stopped.length, 1, 'nobody works on it any more');
  },
  'cancel-not-repeatable': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    assert.equal((await client.cancel(taskId)).state, 'canceled');
    assert.equal((await client.cancel(taskId)).kind, 'error');
  },
  'cancel-unsupported': async (stage) => {
    const taskId = await atWork(stage);
    assert.equal((await stage.client.cancel(taskId)).kind, 'error');
    assert.equal((await stage.client.get(taskId)).state, 'working');
  },
};
