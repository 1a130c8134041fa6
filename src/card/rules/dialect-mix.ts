import { originOf } from '../../http/credentials.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import { asList, asObject, type JsonObject } from '../../protocol/json.ts';
import { readOldInterfaces } from '../agent-card.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import type { LintedCard } from '../lint/linted-card.ts';
import { readSecurityRequirements } from '../security.ts';
import { contradiction } from './authority.ts';
import { isListed } from './interfaces-of.ts';
import { interfaceAt, newCard } from './sample-cards.ts';

/** A card with both layouts serves clients of either; only where they disagree does it tell one of them wrong. */
export const dialectMix: CardRule = {
  id: 'card/dialect-mix',
  title: 'The two layouts of the card disagree',
  severity: 'error',
  basis: contradiction(
    'A card that says one thing to clients of 1.0 and another to older ones is wrong to one of them.',
  ),
  certainty: 'either',
  why: 'Whether a call gets through, and what it needs, depends on which layout the client happens to read.',
  remedy: 'Write both layouts from one source, or leave the older one out.',
  about: 'content',
  *check(card) {
    if (!card.layout.new) return;
    yield* orphanedRequirements(card.raw);
    if (card.layout.old === undefined) return;
    yield* elsewhere(card);
    yield* otherFlag(card.raw);
    yield* otherRequirements(card.raw);
  },
  pair: {
    raises: { value: newCard({ url: 'https://internal.example/a2a', protocolVersion: '0.3.0' }) },
    nearMiss: {
      value: newCard({
        url: 'https://agent.example/v03',
        protocolVersion: '0.3.0',
        preferredTransport: 'JSONRPC',
        supportedInterfaces: [
          interfaceAt('https://agent.example/v1'),
          interfaceAt('https://agent.example/v03', 'JSONRPC', '0.3'),
        ],
      }),
    },
  },
};

/** Of a card without the older layout, nobody reads `security`: to clients of 1.0 the agent is open to all. */
function* orphanedRequirements(raw: JsonObject): Iterable<CardBreach> {
  const wanted = readSecurityRequirements(raw['security']) ?? [];
  if (wanted.length === 0 || raw['securityRequirements'] !== undefined) return;
  const because =
    'security is how cards before 1.0 say it, and securityRequirements is absent: clients of 1.0 read that anybody may call';
  yield { pointer: '/security', because };
}

/** Two versions may have two paths; the same version over the same binding can't be in two places. */
function* elsewhere({ raw, card }: LintedCard): Iterable<CardBreach> {
  const listed = card?.interfaces.filter(isListed) ?? [];
  for (const one of readOldInterfaces(raw)) {
    const same = listed.filter(({ protocolBinding }) => protocolBinding === one.protocolBinding);
    if (same.length === 0 || same.some(({ url }) => url === one.url)) continue;
    const sameVersion = same.find(({ dialect }) => dialect !== undefined && dialect === one.dialect);
    const [first] = same;
    const other = sameVersion ?? (same.some(({ url }) => originOf(url) === originOf(one.url)) ? undefined : first);
    if (other === undefined) continue;
    const because = `${one.protocolBinding} is at ${withoutSecrets(one.url)} here, and at ${withoutSecrets(other.url)} in supportedInterfaces`;
    yield { pointer: one.pointer, because, ...(sameVersion === undefined ? { certainty: 'suspected' } : {}) };
  }
}

function* otherFlag(raw: JsonObject): Iterable<CardBreach> {
  const old = raw['supportsAuthenticatedExtendedCard'];
  const fresh = asObject(raw['capabilities'])?.['extendedAgentCard'];
  if (typeof old !== 'boolean' || typeof fresh !== 'boolean' || old === fresh) return;
  const because = `it is ${old}, and capabilities.extendedAgentCard is ${fresh}`;
  yield { pointer: '/supportsAuthenticatedExtendedCard', because, claim: 'extendedAgentCard' };
}

function* otherRequirements(raw: JsonObject): Iterable<CardBreach> {
  if (!Array.isArray(raw['security']) || !Array.isArray(raw['securityRequirements'])) return;
  if (asList(raw['security']).length === asList(raw['securityRequirements']).length) {
    if (waysIn(raw['security']) === waysIn(raw['securityRequirements'])) return;
  }
  const because = 'security and securityRequirements ask for different things';
  yield { pointer: '/security', because, claim: 'securityRequirements' };
}

/** The alternatives, whatever their order. */
function waysIn(value: unknown): string {
  const ways = (readSecurityRequirements(value) ?? []).map(({ schemes }) =>
    canonicalJson(Object.fromEntries(schemes.map(({ name, scopes }) => [name, [...scopes].sort()]))),
  );
  return ways.sort().join();
}
