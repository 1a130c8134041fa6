import assert from 'node:assert/strict';
import { NaiveClient } from '../naive-client.ts';
import { cardOf, type Incidents, type Stage } from './stage.ts';

const withToken = ({ peer, dialect, binding }: Stage, token: string) =>
  new NaiveClient(peer, dialect, binding, { headers: { authorization: `Bearer ${token}` } });

export const callers: Incidents = {
  'auth-not-enforced': async (stage) => {
    assert.ok((await cardOf(stage)).securitySchemes);
    assert.equal((await stage.client.send('hello')).state, 'completed');
  },
  'auth-undeclared': async (stage) => {
    assert.equal((await cardOf(stage)).securitySchemes, undefined);
    assert.equal((await stage.client.answer('hello')).status, 401);
    assert.equal((await withToken(stage, 'any').send('hello')).state, 'completed');
  },
  'foreign-tasks-visible': async (stage) => {
    assert.equal((await stage.client.answer('hello')).status, 401);
    const { taskId = '' } = await withToken(stage, 'alices').send('clarify');
    const bob = withToken(stage, 'bobs');
    assert.equal((await bob.get(taskId)).state, 'input-required');
    assert.equal((await bob.cancel(taskId)).state, 'canceled');
  },
  'extended-card-missing': async (stage) => {
    const { capabilities, supportsAuthenticatedExtendedCard } = await cardOf(stage);
    assert.equal(capabilities.extendedAgentCard ?? supportsAuthenticatedExtendedCard, true);
    assert.equal((await withToken(stage, 'any').extendedCard()).kind, 'error');
  },
  'extended-card-open': async (stage) => {
    const { json } = await stage.client.extendedCard();
    assert.ok((json.result ?? json).skills.some(({ id }: { id: string }) => id === 'secret'));
  },
  'extension-not-enforced': async (stage) => {
    const { capabilities } = await cardOf(stage);
    assert.equal(capabilities.extensions[0].required, true);
    assert.equal((await stage.client.send('hello')).state, 'completed');
  },
  'extension-unasked': async ({ client, latest }) => {
    const { headers, body } = await client.answer('hello');
    assert.match(`${headers[latest ? 'a2a-extensions' : 'x-a2a-extensions']}`, /receipts/);
    assert.match(body, /receipts\/receipt/);
  },
  'version-ignored': async ({ peer, dialect, binding }) => {
    const future = new NaiveClient(peer, dialect, binding, { headers: { 'a2a-version': '9.0' } });
    assert.equal((await future.send('hello')).state, 'completed');
  },
  'version-refused': async ({ client }) => {
    const { kind, json } = await client.send('hello');
    assert.equal(kind, 'error');
    assert.match(JSON.stringify(json), /-32009|VERSION_NOT_SUPPORTED/);
  },
  'version-misnamed': async ({ peer, dialect, binding }) => {
    const future = new NaiveClient(peer, dialect, binding, { headers: { 'a2a-version': '9.0' } });
    const { kind, json } = await future.send('hello');
    assert.equal(kind, 'error');
    assert.doesNotMatch(JSON.stringify(json), /-32009|VERSION_NOT_SUPPORTED/);
  },
};
