import assert from 'node:assert/strict';
import { call } from '../naive-client.ts';
import { cardOf, type Incident, type Incidents } from './stage.ts';

/** The url at which the card says that the agent is, whatever the dialect. */
function urlOf(card: { url?: string; supportedInterfaces?: readonly { url: string }[] }): string {
  return card.url ?? card.supportedInterfaces?.[0]?.url ?? '';
}

const leadsTo =
  (there: RegExp): Incident =>
  async (stage) =>
    assert.match(urlOf(await cardOf(stage)), there);

export const cards: Incidents = {
  'card-foreign-origin': leadsTo(/^https:\/\/elsewhere\.invalid\//),
  'card-wildcard-url': leadsTo(/^http:\/\/0\.0\.0\.0:\d+/),
  'card-wrong-port': leadsTo(/^http:\/\/127\.0\.0\.1:9\//),
  'card-swaps-interfaces': async (stage) => {
    const card = await cardOf(stage);
    const named = card.preferredTransport ?? card.supportedInterfaces[0].protocolBinding;
    assert.equal(named, stage.http ? 'JSONRPC' : 'HTTP+JSON');
  },
  'card-flags-as-text': async (stage) => {
    assert.equal((await cardOf(stage)).capabilities.streaming, 'true');
  },
  'card-doubles-skills': async (stage) => {
    const ids = (await cardOf(stage)).skills.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, ids.length - 1);
  },
  'card-loose-modes': async (stage) => {
    assert.deepEqual((await cardOf(stage)).defaultInputModes, ['text', 'json']);
  },
  'card-incomplete': async (stage) => {
    const { skills, version, defaultInputModes } = await cardOf(stage);
    assert.deepEqual([skills, version, defaultInputModes], [undefined, undefined, undefined]);
  },
  'card-two-stories': async (stage) => {
    const { url, supportedInterfaces } = await cardOf(stage);
    assert.notEqual(new URL(url).origin, new URL(supportedInterfaces[0].url).origin);
  },
  'card-at-old-place': async ({ peer }) => {
    assert.equal((await call(`${peer.url}/.well-known/agent-card.json`)).status, 404);
    assert.equal((await call(`${peer.url}/.well-known/agent.json`)).status, 200);
    assert.match(peer.cardUrl, /agent\.json$/);
  },
  'card-uncached': async ({ peer }) => {
    const { headers } = await call(peer.cardUrl);
    assert.deepEqual([headers['cache-control'], headers.etag], [undefined, undefined]);
  },
  'card-forged': async (stage) => {
    const { signatures } = await cardOf(stage);
    assert.equal(JSON.parse(Buffer.from(signatures[0].protected, 'base64url').toString()).alg, 'ES256');
  },
  'card-wants-mtls': async (stage) => {
    assert.match(JSON.stringify((await cardOf(stage)).securitySchemes), /mtls/i);
    assert.equal((await stage.client.send('hello')).state, 'completed');
  },
  'card-audio-unstreamed': async (stage) => {
    const { capabilities, defaultInputModes } = await cardOf(stage);
    assert.deepEqual([capabilities.streaming, defaultInputModes], [false, ['text/plain', 'audio/pcm']]);
    assert.notEqual((await stage.client.stream('hello')).type, 'text/event-stream');
  },
  'working-unseen': async (stage) => {
    assert.equal((await cardOf(stage)).capabilities.streaming, false);
    const { client, peer } = stage;
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    while (!peer.ledger.ofTask(taskId).some(({ kind, state }) => kind === 'run' && state === 'working'));
    assert.equal((await client.get(taskId)).state, 'submitted');
  },
};
