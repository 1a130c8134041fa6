import assert from 'node:assert/strict';
import { call } from '../naive-client.ts';
import type { Incidents } from './stage.ts';

export const errors: Incidents = {
  'errors-all-internal': async ({ client, http, latest }) => {
    assert.equal((await client.get('nobody')).code, http && latest ? 500 : -32603);
  },
  'errors-leak': async ({ client }) => {
    assert.match(JSON.stringify((await client.get('nobody')).json), /handlers\/tasks\.py/);
  },
  'errors-say-nothing': async ({ client }) => {
    const { json } = await client.get('nobody');
    assert.equal((json.error ?? json).message, '');
  },
  'errors-unnamed': async ({ client }) => {
    const { json } = await client.get('nobody');
    assert.deepEqual([json.error.code, json.error.details], [404, []]);
  },
  'error-status-wrong': async ({ peer, dialect, latest }) => {
    const base = `${peer.url}/rest${dialect === '0.3' ? '/v1' : ''}`;
    const { status } = await call(`${base}/tasks/nobody`, undefined, {
      headers: latest ? { 'a2a-version': '1.0' } : {},
    });
    assert.equal(status, 501);
  },
  'error-in-success': async ({ client, http }) => {
    const { json } = await client.get('nobody');
    assert.equal(http ? (json.error ?? json.message) === undefined : json.error !== undefined, false);
  },
  'rpc-id-wrong': async ({ client }) => {
    assert.equal((await client.send('hello')).json.id, 'somebody-elses');
  },
  'error-code-foreign': async ({ client }) => {
    assert.equal((await client.get('nobody')).code, 404);
  },
  'proxy-in-the-way': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    await client.get(taskId);
    await client.get(taskId);
    await assert.rejects(client.get(taskId), SyntaxError);
    assert.equal((await client.get(taskId)).state, 'completed');
  },
  'empty-answers': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const { state, json } = await client.get(taskId);
    assert.equal(state, undefined);
    assert.deepEqual(json.result ?? json, {});
  },
  'invalid-accepted': async ({ client }) => {
    assert.equal((await client.send('', { parts: [] })).state, 'completed');
  },
  'no-envelope': async ({ client }) => {
    const { json } = await client.send('hello');
    assert.deepEqual([json.jsonrpc, json.result], [undefined, undefined]);
    assert.notEqual((json.task ?? json).status, undefined);
  },
  'bindings-differ': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    assert.equal((await client.cancel(taskId)).kind, 'error');
    assert.notEqual((await client.stream('hello')).type, 'text/event-stream');
  },
};
