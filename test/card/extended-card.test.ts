import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { discoverCard } from '../../src/card/discovery/discover-card.ts';
import { interfaceAt, newCard, skill } from '../../src/card/rules/sample-cards.ts';
import { startLab } from '../../src/lab/index.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { send, withServer } from './card-server.ts';

const TOKEN = 'Bearer t0ken';

describe('an extended card', () => {
  const bearer = { authorization: TOKEN };

  it("takes the place of the public one when it is the same agent's and as well made", () =>
    withExtended(
      (card) => ({ ...card, skills: [skill(), skill({ id: 'secret-skill' })] }),
      async (url, asked) => {
        const { card, extended } = await discoverCard(url, { credentials: [{ origins: [url], headers: bearer }] });
        assert.equal(extended?.accepted, true);
        assert.deepEqual(
          card?.skills.map(({ id }) => id),
          ['translate', 'secret-skill'],
        );
        assert.deepEqual(
          extended?.changes.map(({ kind, name }) => [kind, name]),
          [['added', 'skills secret-skill']],
        );
        assert.ok(asked().includes(TOKEN));
      },
    ));

  it('is not asked for without credentials, nor with those for another origin', () =>
    withExtended(
      (card) => card,
      async (url, asked) => {
        assert.equal((await discoverCard(url)).extended, undefined);
        const elsewhere = [{ origins: ['https://other.example/'], headers: bearer }];
        assert.equal((await discoverCard(url, { credentials: elsewhere })).extended, undefined);
        assert.deepEqual(
          asked().filter((header) => header !== undefined),
          [],
        );
      },
    ));

  const strangers: readonly (readonly [string, (card: JsonObject) => JsonObject, RegExp])[] = [
    ['of another name', (card) => ({ ...card, name: 'Impostor' }), /is of "Impostor"/],
    [
      'with an interface somewhere else',
      (card) => ({ ...card, supportedInterfaces: [interfaceAt('https://evil.example/')] }),
      /has an interface at https:\/\/evil\.example/,
    ],
    [
      'that is worse made',
      (card) => ({ ...card, version: undefined }),
      /breaks a rule that the public one keeps: card\/schema/,
    ],
  ];
  for (const [what, change, because] of strangers) {
    it(`is left alone ${what}`, () =>
      withExtended(change, async (url) => {
        const { card, extended } = await discoverCard(url, { credentials: [{ origins: [url], headers: bearer }] });
        assert.equal(extended?.accepted, false);
        assert.match(extended?.because ?? '', because);
        assert.equal(card?.name, 'Translator');
      }));
  }

  it('is had from an honest agent in 1.0', async () => {
    const peer = await startLab({ dialect: '1.0', tokens: { one: 'one' }, card: { extendedCard: true } });
    try {
      const headers = { authorization: 'Bearer one' };
      const { extended } = await discoverCard(peer.cardUrl, { credentials: [{ origins: [peer.cardUrl], headers }] });
      assert.equal(extended?.accepted, true);
    } finally {
      await peer.close();
    }
  });
});

/** An agent with an extended card made from its public one. */
async function withExtended(
  change: (card: JsonObject) => JsonObject,
  test: (url: string, asked: () => readonly (string | undefined)[]) => Promise<void>,
): Promise<void> {
  await withServer({}, async ({ url, routes, asked }) => {
    const card = newCard({
      supportedInterfaces: [interfaceAt(`${url}rpc`)],
      capabilities: { streaming: true, extendedAgentCard: true },
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    });
    routes['/.well-known/agent-card.json'] = card;
    routes['/rpc'] = (response, request) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => send(response, { jsonrpc: '2.0', id: JSON.parse(body).id, result: change(card) }));
    };
    await test(url, () => asked.map(({ headers }) => headers.authorization));
  });
}
