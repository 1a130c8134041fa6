import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAgentCard } from '../../src/card/agent-card.ts';
import type { CardSource } from '../../src/card/lint/card-source.ts';
import { lintCard } from '../../src/card/lint/lint-card.ts';
import { interfaceAt, newCard, oldCard } from '../../src/card/rules/sample-cards.ts';

const at = (url: string) => `${url}/.well-known/agent-card.json`;

/** What users have reported about cards, and the rule that names it. */
const REPORTED: readonly (readonly [string, CardSource, string, string])[] = [
  [
    'the address inside a container',
    {
      value: newCard({ supportedInterfaces: [interfaceAt('http://localhost:8000/')] }),
      url: at('https://agents.example:8001'),
    },
    'error card/loopback-url',
    '/supportedInterfaces/0/url',
  ],
  [
    'the address it listens on',
    { value: oldCard({ url: 'http://[::]:8080/invoke' }) },
    'error card/loopback-url',
    '/url',
  ],
  ['the wildcard address', { value: oldCard({ url: 'http://0.0.0.0:8000/' }) }, 'error card/loopback-url', '/url'],
  [
    'http behind a proxy that only serves https',
    { value: newCard({ supportedInterfaces: [interfaceAt('http://a.example/rpc')] }), url: at('https://a.example') },
    'error card/insecure-url',
    '/supportedInterfaces/0/url',
  ],
  [
    'the address inside a cluster, put there by a gateway',
    { value: oldCard({ url: 'http://10.0.0.5/a2a/agents/s/a2a/agents/s/rpc' }), url: at('https://t.example') },
    'error card/loopback-url',
    '/url',
  ],
  [
    'a name inside a cluster, as an additional interface',
    {
      value: oldCard({ additionalInterfaces: [{ url: 'http://pod:8080/rest', transport: 'HTTP+JSON' }] }),
      url: at('https://agent.example'),
    },
    'warning card/loopback-url',
    '/additionalInterfaces/0/url',
  ],
  [
    'the path of one operation, as the URL of them all',
    {
      value: oldCard({ url: 'https://agent.example/a2a/agents/x/v1/message:stream', additionalInterfaces: undefined }),
    },
    'warning card/operation-url',
    '/url',
  ],
  [
    'no transport beside the main URL',
    { value: oldCard({ preferredTransport: undefined }) },
    'note card/no-transport',
    '/url',
  ],
  [
    'only one of two layouts rewritten',
    { value: newCard({ url: 'https://gw.example/a', supportedInterfaces: [interfaceAt('https://inner.example/a')] }) },
    'warning card/dialect-mix',
    '/url',
  ],
  [
    'a capability that became a text',
    { value: oldCard({ capabilities: { streaming: true, pushNotifications: 'limited' } }) },
    'error card/capability-not-boolean',
    '/capabilities/pushNotifications',
  ],
  [
    'modes that are words',
    { value: oldCard({ defaultOutputModes: ['text', 'artifact'] }) },
    'warning card/bad-media-type',
    '/defaultOutputModes/1',
  ],
  [
    'no caching headers',
    { value: newCard(), url: at('https://agent.example'), headers: { 'content-type': 'application/json' } },
    'note card/no-cache-headers',
    '',
  ],
  [
    'security in the form before 1.0',
    { value: newCard({ security: [{ bearer: [] }], securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } } }) },
    'error card/dialect-mix',
    '/security',
  ],
];

describe('what users have reported about cards', () => {
  for (const [what, source, rule, pointer] of REPORTED) {
    it(`is told: ${what}`, () => {
      const told = lintCard(source).map((finding) => `${finding.severity} ${finding.rule} ${finding.pointer}`);
      assert.ok(told.includes(`${rule} ${pointer}`), told.join('\n'));
    });
  }

  it('includes a card that worked by its URL and not when it was given', () => {
    const card = readAgentCard(oldCard({ preferredTransport: 'JSONRPC' }));
    assert.deepEqual(
      card?.interfaces.map(({ binding }) => binding),
      ['JSONRPC'],
    );
  });
});

describe('a text that is made to keep a checker busy', () => {
  const texts = [
    'ignore all ',
    'send my ',
    'do not tell ',
    'sk-a-',
    '-eyJ',
    'xoxb-',
    '-----BEGIN ',
    'a/b;a=b ',
    '\u{1f3f4}\u{e0061}',
    'key=aaaaaaaaaaaaaaa&',
  ];
  for (const piece of texts) {
    it(`is read through all the same: ${JSON.stringify(piece)}`, () => {
      const text = piece.repeat(900_000 / piece.length);
      const card = {
        ...newCard({ name: text }),
        defaultInputModes: [text],
        token: text,
        iconUrl: `https://a.example/?${text}`,
      };
      assert.ok(lintCard({ text: JSON.stringify(card) }).length > 0);
    });
  }
});
