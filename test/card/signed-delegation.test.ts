import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import { signCard } from '../../src/card/signature/sign-card.ts';
import { UnnegotiableAgentCardError } from '../../src/contract/unnegotiable-error.ts';
import { delegate } from '../../src/guard/delegate.ts';
import { startLab } from '../../src/lab/index.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { withServer } from './card-server.ts';

const NEW = '/.well-known/agent-card.json';
const QUICK = { settleGap: { ms: 50, source: 'profile' } } as const;

describe('work for an agent with a signed card', () => {
  it('is given to it while the card is what was signed', () =>
    withSigned(async ({ url, headerOrigins }) => {
      const outcome = await delegate(url, 'hello', { headerOrigins, bounds: QUICK }).outcome;
      assert.equal(outcome.kind, 'completed');
    }));

  it('is not given to it once somebody changed the card', () =>
    withSigned(async ({ url, change, headerOrigins }) => {
      change({ version: '9.9.9' });
      await refused(delegate(url, 'hello', { headerOrigins }).outcome);
    }));

  it('is not given to one that no longer signs, if its keys are pinned', () =>
    withSigned(async ({ url, change, jwk, headerOrigins }) => {
      const trustedKeys = { agents: [{ origin: url, keys: [jwk], keySets: [] }] };
      const outcome = await delegate(url, 'hello', { headerOrigins, trustedKeys, bounds: QUICK }).outcome;
      assert.equal(outcome.kind, 'completed');
      change({ signatures: [] });
      await refused(delegate(url, 'hello', { headerOrigins, trustedKeys }).outcome);
    }));
});

interface Signed {
  readonly url: string;
  readonly jwk: JsonObject;
  readonly headerOrigins: readonly string[];
  /** Replaces members of the card behind its signature. */
  readonly change: (members: JsonObject) => void;
}

/** The lab's agent, with its card signed and served by somebody before it. */
async function withSigned(test: (signed: Signed) => Promise<void>): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1' };
  const peer = await startLab({ dialect: '1.0', bindings: ['JSONRPC'], stepMs: 20 });
  try {
    await withServer({}, async ({ url, routes }) => {
      const card = (await (await fetch(peer.cardUrl)).json()) as JsonObject;
      const signing = { key: privateKey, algorithm: 'ES256', keyId: 'k1', keySetUrl: `${url}jwks.json` };
      const signed = await signCard(card, signing);
      routes[NEW] = signed;
      routes['/jwks.json'] = { keys: [jwk] };
      const change = (members: JsonObject) => {
        routes[NEW] = { ...signed, ...members };
      };
      await test({ url, jwk, headerOrigins: [peer.url], change });
    });
  } finally {
    await peer.close();
  }
}

async function refused(outcome: Promise<unknown>): Promise<void> {
  await assert.rejects(outcome, (error) => {
    assert.ok(error instanceof UnnegotiableAgentCardError);
    assert.deepEqual(
      error.reasons.map(({ rule }) => rule),
      ['contract/signature-required'],
    );
    return true;
  });
}
