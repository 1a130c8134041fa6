import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pinnedFor, readTrustedKeys, TrustFileError } from './trusted-keys.ts';

const KEY = '{ kty: EC, crv: P-256, kid: k1, x: AA, y: AA }';

describe('a trust file', () => {
  it('pins keys and key sets for the agents of an origin', () => {
    const trusted = readTrustedKeys(`agents:
  - origin: https://agent.example
    keys: [${KEY}]
  - origin: https://agent.example/other
    keySets: [https://keys.example/jwks.json]
`);
    const pinned = pinnedFor('https://agent.example/agents/7/card.json', trusted);
    assert.equal(pinned?.keys[0]?.['kid'], 'k1');
    assert.deepEqual(pinned?.keySets, ['https://keys.example/jwks.json']);
    assert.equal(pinnedFor('https://other.example/', trusted), undefined);
    assert.equal(pinnedFor('http://agent.example/', trusted), undefined);
    assert.equal(pinnedFor(undefined, trusted), undefined);
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['a: [', /neither YAML nor JSON/],
    ['[]', /no list "agents"/],
    ['agents: [1]', /agents\[0\] has no "origin"/],
    ['agents: [{ origin: agent.example }]', /agents\[0\] has no "origin"/],
    ['agents: [{ origin: https://a.example }]', /agents\[0\] has neither/],
    ['agents: [{ origin: https://a.example, keys: [1] }]', /no JWK/],
    [`agents: [{ origin: https://a.example, keys: [{ kty: EC, d: secret }] }]`, /not public/],
    ['agents: [{ origin: https://a.example, keySets: [here] }]', /no URL/],
  ];
  for (const [text, message] of wrong) {
    it(`is refused in words: ${text}`, () => {
      assert.throws(
        () => readTrustedKeys(text),
        (error) => error instanceof TrustFileError && message.test(error.message) && !error.message.includes('secret'),
      );
    });
  }
});
