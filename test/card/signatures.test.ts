import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, mock } from 'node:test';
import { type AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk';
import { type CryptoKey, exportJWK, exportSPKI, FlattenedSign, generateKeyPair, type JWK } from 'jose';
import { newCard, skill } from '../../src/card/rules/sample-cards.ts';
import { signCard } from '../../src/card/signature/sign-card.ts';
import type { SignatureReport } from '../../src/card/signature/signature-report.ts';
import { type VerifyOptions, verifySignatures } from '../../src/card/signature/verify-signatures.ts';
import type { JsonObject } from '../../src/protocol/json.ts';

const CARD_URL = 'https://agent.example/.well-known/agent-card.json';
const KEYS_URL = 'https://agent.example/jwks.json';

interface Pair {
  readonly key: CryptoKey;
  readonly algorithm: string;
  readonly keyId: string;
  readonly jwk: JsonObject;
  readonly publicKey: CryptoKey;
}

async function pair(algorithm = 'ES256', keyId = 'k1'): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { key: privateKey, algorithm, keyId, publicKey, jwk: { ...(await exportJWK(publicKey)), kid: keyId } };
}

/** Verifies with the keys of the card's own origin. */
function verify(card: JsonObject, keys: readonly JsonObject[], options: VerifyOptions = {}): Promise<SignatureReport> {
  return verifySignatures(card, { cardUrl: CARD_URL, fetchKeySet: async () => ({ keys }), ...options });
}

describe('a signed card', () => {
  for (const algorithm of ['ES256', 'RS256', 'EdDSA']) {
    it(`verifies with ${algorithm}, and no longer once anything in it is another`, async () => {
      const one = await pair(algorithm);
      const signed = await signCard(newCard(), { ...one, keySetUrl: KEYS_URL });
      assert.equal((await verify(signed, [one.jwk])).verdict, 'valid');
      for (const change of [{ name: 'Other' }, { iconUrl: 'https://x.example/' }, { skills: [skill({ id: 'x' })] }]) {
        const { verdict, by } = await verify({ ...signed, ...change }, [one.jwk]);
        assert.equal(verdict, 'invalid');
        assert.equal(by, undefined);
      }
    });
  }

  it('may be signed by several keys, of which one that holds is enough', async () => {
    const [old, fresh] = [await pair('ES256', 'old'), await pair('RS256', 'new')];
    const twice = await signCard(await signCard(newCard(), { ...old, keySetUrl: KEYS_URL }), {
      ...fresh,
      keySetUrl: KEYS_URL,
    });
    const report = await verify(twice, [fresh.jwk]);
    assert.equal(report.verdict, 'valid');
    assert.deepEqual(
      report.signatures.map(({ verdict }) => verdict),
      ['unverifiable', 'valid'],
    );
    assert.equal(report.by?.keyId, 'new');
  });

  it('is reduced to what is signed where that is not all', async () => {
    const one = await pair();
    const signed = await signCard(newCard(), { ...one, keySetUrl: KEYS_URL });
    const grown = { ...signed, 'x-billing': 'https://evil.example/' };
    assert.equal((await verify(grown, [one.jwk])).verdict, 'partial');
    const { by, usable } = await verify(grown, [one.jwk]);
    assert.deepEqual(by?.outside, ['/x-billing']);
    assert.equal(usable['x-billing'], undefined);
    assert.equal(usable['name'], 'Translator');
  });

  it('keeps a requirement that its form left out if it only names signed schemes, and no other', async () => {
    const [vector] = vectorsOf('a2a-sdk 1.1.0').filter(({ name }) => name === 'with security');
    assert.ok(vector);
    const { card, key } = vector;
    const open = {
      ...card,
      securityRequirements: [{ schemes: {} }, { schemes: { tls: { list: [] } } }, ...ways(card)],
    };
    const report = await verify(open, [key]);
    assert.equal(report.verdict, 'partial');
    assert.deepEqual(report.by?.outside, [
      '/securitySchemes/tls',
      '/securityRequirements/0',
      '/securityRequirements/1/schemes/tls',
      '/securityRequirements/2/schemes/bearer',
    ]);
    assert.deepEqual(ways(report.usable), ways(card));
  });

  it('is invalid with an algorithm that proves nothing, or a header that names none', async () => {
    const secret = new TextEncoder().encode('a secret that everybody who verifies has to know');
    const jws = await new FlattenedSign(new Uint8Array()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const signature of [
      jws,
      { protected: none, signature: 'AA' },
      { protected: 'e30', signature: 'AA' },
      { signature: 1 },
      null,
    ]) {
      assert.equal((await verify({ ...newCard(), signatures: [signature] }, [])).verdict, 'invalid');
    }
  });
});

describe('the key of a signature', () => {
  it("counts from a key set on the card's own origin, and from no other", async () => {
    const one = await pair();
    const asked: string[] = [];
    const fetchKeySet = async (url: string) => {
      asked.push(url);
      return { keys: [one.jwk] };
    };
    const signed = await signCard(newCard(), { ...one, keySetUrl: 'https://evil.example/jwks.json' });
    const { verdict, signatures } = await verify(signed, [], { fetchKeySet });
    assert.equal(verdict, 'unverifiable');
    assert.match(signatures[0]?.because ?? '', /a key set at https:\/\/evil\.example/);
    assert.deepEqual(asked, []);
    assert.equal((await verify(signed, [], { fetchKeySet, cardUrl: undefined })).verdict, 'unverifiable');
  });

  it('counts from anywhere if its key set is pinned, and always if it is pinned itself', async () => {
    const one = await pair();
    const url = 'https://keys.example/jwks.json';
    const signed = await signCard(newCard(), { ...one, keySetUrl: url });
    const bySet = { agents: [{ origin: 'https://agent.example', keys: [], keySets: [url] }] };
    assert.equal((await verify(signed, [one.jwk], { trusted: bySet })).verdict, 'valid');
    const byKey = { agents: [{ origin: 'https://agent.example', keys: [one.jwk], keySets: [] }] };
    const report = await verify(signed, [], { trusted: byKey, fetchKeySet: undefined });
    assert.deepEqual([report.verdict, report.by?.key, report.policy], ['valid', 'pinned', 'required']);
  });

  it("no longer counts from the card's own origin where others are pinned for it", async () => {
    const [own, pinned] = [await pair('ES256', 'own'), await pair('ES256', 'pinned')];
    const signed = await signCard(newCard(), { ...own, keySetUrl: KEYS_URL });
    const trusted = { agents: [{ origin: 'https://agent.example', keys: [pinned.jwk], keySets: [] }] };
    assert.equal((await verify(signed, [own.jwk], { trusted })).verdict, 'unverifiable');
    assert.equal((await verify(newCard(), [], { trusted })).policy, 'required');
  });

  it('may not be expired, revoked or meant for something else', async () => {
    const one = await pair();
    const signed = await signCard(newCard(), { ...one, keySetUrl: KEYS_URL });
    for (const flaw of [
      { exp: 1 },
      { revoked: { at: 1 } },
      { use: 'enc' },
      { key_ops: ['encrypt'] },
      { alg: 'RS256' },
      { nbf: 9e9 },
    ]) {
      const { verdict } = await verify(signed, [{ ...one.jwk, ...flaw }], { now: 1_000_000 });
      assert.equal(verdict, 'unverifiable', JSON.stringify(flaw));
    }
  });

  it('may be PEM text by its id, as some agents publish theirs', async () => {
    const one = await pair();
    const signed = await signCard(newCard(), { ...one, keySetUrl: KEYS_URL });
    const fetchKeySet = async () => ({ k1: await exportSPKI(one.publicKey) });
    assert.equal((await verify(signed, [], { fetchKeySet })).verdict, 'valid');
  });

  it("is missed without a fault of anybody where the key set can't be had or is none", async () => {
    const signed = await signCard(newCard(), { ...(await pair()), keySetUrl: KEYS_URL });
    const failing = async () => Promise.reject(new Error('nobody there'));
    for (const fetchKeySet of [failing, async () => 'no set', async () => ({ keys: [null, 1] }), undefined]) {
      assert.equal((await verify(signed, [], { fetchKeySet })).verdict, 'unverifiable');
    }
  });

  it('is not looked for where signatures are off', async () => {
    const signed = await signCard(newCard(), { ...(await pair()), keySetUrl: KEYS_URL });
    assert.equal((await verify(signed, [], { policy: 'off' })).verdict, 'unchecked');
    assert.equal((await verify(newCard(), [])).verdict, 'unsigned');
  });
});

describe('other signers', () => {
  const header = { alg: 'ES256', kid: 'k1', typ: 'JOSE', jku: KEYS_URL };
  const variants: Readonly<Record<string, JsonObject>> = {
    plain: newCard(),
    'with empty members': newCard({
      description: '',
      documentationUrl: '',
      skills: [skill({ examples: [], inputModes: [] })],
    }),
    'with a member that nobody knows': newCard({ 'x-region': 'eu' }),
    'with text beyond ASCII': newCard({
      name: 'Übersetzer 🌍',
      capabilities: { extensions: [{ uri: 'a:b', params: { n: 1e21, m: 0.1 } }] },
    }),
  };
  for (const [name, card] of Object.entries(variants)) {
    it(`are understood, and understand: the JavaScript SDK, a card ${name}`, async () => {
      // It tells the console of every signature that it passes over.
      mock.method(console, 'debug', () => {});
      const one = await pair();
      const theirs = await generateAgentCardSignature(one.key, header)(card as unknown as AgentCard);
      const report = await verify(JSON.parse(JSON.stringify(theirs)), [one.jwk]);
      assert.equal(report.verdict, name.includes('nobody') ? 'partial' : 'valid');
      const ours = await signCard(card, one);
      const verifier = verifyAgentCardSignature(async () => one.jwk as JWK);
      await verifier(ours as unknown as AgentCard);
      await assert.rejects(verifier({ ...ours, name: 'Other' } as unknown as AgentCard));
    });
  }

  for (const release of ['a2a-sdk 1.1.0', 'a2a-sdk 0.3.26']) {
    for (const { name, key, card } of vectorsOf(release)) {
      it(`are understood: ${release} for Python, a card ${name}`, async () => {
        const trusted = { agents: [{ origin: 'https://agent.example', keys: [key], keySets: [] }] };
        const { verdict, by } = await verify(card, [], { trusted });
        assert.equal(verdict, PARTLY[name] === undefined ? 'valid' : 'partial');
        assert.deepEqual(by?.outside, PARTLY[name] ?? []);
        assert.equal((await verify({ ...card, version: '9' }, [], { trusted })).verdict, 'invalid');
      });
    }
  }
});

/** What the Python SDK leaves out of its signatures. */
const PARTLY: Readonly<Record<string, readonly string[]>> = {
  'with a member that the SDK does not know': ['/skills/0/rank', '/x-region'],
  'with security': ['/securitySchemes/tls', '/securityRequirements/0/schemes/bearer'],
  '0.3, with security': ['/security/0/key'],
  '0.3, numbers': ['/x-a'],
};

interface Vector {
  readonly name: string;
  readonly key: JsonObject;
  readonly card: JsonObject;
}

function vectorsOf(release: string): readonly Vector[] {
  const file = new URL('./recorded/python-sdk-signatures.json', import.meta.url);
  const all: Readonly<Record<string, readonly Vector[]>> = JSON.parse(readFileSync(file, 'utf8'));
  return all[release] ?? [];
}

function ways(card: JsonObject): readonly unknown[] {
  return card['securityRequirements'] as readonly unknown[];
}
