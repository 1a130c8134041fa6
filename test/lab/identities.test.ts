import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LabError, type LabOptions, startLab } from '../../src/lab/index.ts';
import { matrix, withPeer } from './matrix.ts';
import { call, NaiveClient } from './naive-client.ts';

const tokens = { alice: 'token-a', bob: 'token-b' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

for (const cell of matrix) {
  const [dialect, binding] = cell;
  const serve = (options: Omit<LabOptions, 'dialect' | 'bindings'>, test: Parameters<typeof withPeer>[2]) =>
    withPeer(cell, options, test);

  describe(`callers of the lab's honest agent, ${dialect} over ${binding}`, { concurrency: true }, () => {
    it('are let in with a token, and told so by the card and the refusal', () =>
      serve({ tokens }, async (nobody, peer) => {
        const { status, body } = await call(peer.cardUrl);
        const card = JSON.parse(body);
        assert.equal(status, 200);
        assert.equal(Object.keys(card.securitySchemes).length, 1);
        assert.equal((card.securityRequirements ?? card.security).length, 1);
        const refused = await nobody.answer('hello');
        assert.equal(refused.status, 401);
        assert.match(`${refused.headers['www-authenticate']}`, /^Bearer/);
        const wrong = new NaiveClient(peer, dialect, binding, { headers: bearer('token-x') });
        assert.equal((await wrong.answer('hello')).status, 401);
        const alice = new NaiveClient(peer, dialect, binding, { headers: bearer('token-a') });
        assert.equal((await alice.send('hello')).state, 'completed');
      }));

    it('see their own tasks and nobody else’s', () =>
      serve({ tokens }, async (_nobody, peer) => {
        const alice = new NaiveClient(peer, dialect, binding, { headers: bearer('token-a') });
        const bob = new NaiveClient(peer, dialect, binding, { headers: bearer('token-b') });
        const { taskId = '' } = await alice.send('clarify');
        const unknown = await bob.get('nobody');
        for (const refused of [
          await bob.get(taskId),
          await bob.cancel(taskId),
          await bob.send('the blue one', { taskId }),
          await bob.setPush(taskId, 'http://127.0.0.1:9/'),
        ]) {
          assert.deepEqual([refused.kind, refused.code], ['error', unknown.code]);
        }
        assert.notEqual((await bob.subscribe(taskId)).type, 'text/event-stream');
        assert.equal((await alice.send('the blue one', { taskId })).state, 'completed');
      }));

    it('get an extended card if they are known', () =>
      serve({ tokens }, async (nobody, peer) => {
        const alice = new NaiveClient(peer, dialect, binding, { headers: bearer('token-a') });
        const { json } = await alice.extendedCard();
        const card = json.result ?? json;
        assert.ok(card.skills.some(({ id }: { id: string }) => id === 'members'));
        assert.equal((await nobody.extendedCard()).kind, 'error');
        const open = JSON.parse((await call(peer.cardUrl)).body);
        assert.equal(open.capabilities.extendedAgentCard ?? open.supportsAuthenticatedExtendedCard, true);
        assert.ok(!open.skills.some(({ id }: { id: string }) => id === 'members'));
      }));

    it('are told that there is no extended card where none is declared', () =>
      serve({}, async (client) => {
        const { code, json } = await client.extendedCard();
        if (dialect === '0.2') assert.match(json.error, /nothing|no extended/i);
        else assert.equal(code, dialect === '0.3' ? -32007 : binding === 'JSONRPC' ? -32004 : 400);
      }));

    it('have to speak a required extension, and are told of those that are active', () =>
      serve({ card: { extensions: [{ uri: 'https://x.example/ext', required: true }] } }, async (client, peer) => {
        const refused = await client.send('hello');
        assert.equal(refused.kind, 'error');
        const name = dialect === '1.0' ? 'a2a-extensions' : 'x-a2a-extensions';
        const knowing = new NaiveClient(peer, dialect, binding, {
          headers: { [name]: 'https://y.example/other, https://x.example/ext' },
        });
        const { status, headers } = await knowing.answer('hello');
        assert.equal(status, 200);
        assert.equal(headers[name], 'https://x.example/ext');
        const { capabilities } = JSON.parse((await call(peer.cardUrl)).body);
        assert.deepEqual(capabilities.extensions, [{ uri: 'https://x.example/ext', required: true }]);
      }));

    if (dialect === '1.0') {
      it('name a tenant, and tenants are strangers to each other', () =>
        serve({ tenants: ['acme', 'globex'] }, async (nobody, peer) => {
          const { supportedInterfaces } = JSON.parse((await call(peer.cardUrl)).body);
          assert.deepEqual(
            supportedInterfaces.map(({ tenant }: { tenant: string }) => tenant),
            ['acme', 'globex'],
          );
          const acme = new NaiveClient(peer, dialect, binding, { tenant: 'acme' });
          const globex = new NaiveClient(peer, dialect, binding, { tenant: 'globex' });
          const { taskId = '' } = await acme.send('clarify');
          assert.equal((await acme.get(taskId)).state, 'input-required');
          assert.equal((await acme.send('the blue one', { taskId })).state, 'completed');
          assert.equal((await globex.get(taskId)).kind, 'error');
          assert.equal((await nobody.send('hello')).kind, 'error');
          assert.equal(
            (await new NaiveClient(peer, dialect, binding, { tenant: 'initech' }).get(taskId)).kind,
            'error',
          );
        }));
    }
  });
}

describe('what an agent can be asked to be', () => {
  it('is refused where it makes no sense', async () => {
    for (const options of [{ tenants: ['acme'], dialect: '0.3' }, { card: { extendedCard: true } }] as const) {
      await assert.rejects(startLab(options), (error) => error instanceof LabError && error.code === 'unfit-option');
    }
  });

  it('is said of its card how long it may be kept', async () => {
    const peer = await startLab();
    const { headers } = await call(peer.cardUrl);
    assert.match(`${headers['cache-control']}`, /max-age=\d+/);
    assert.equal((await call(peer.cardUrl)).headers.etag, headers.etag);
    await peer.close();
  });
});
