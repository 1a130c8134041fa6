import { withoutSecrets } from '../../http/without-secrets.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import type { LintedCard } from '../lint/linted-card.ts';
import { TRUE_INTERFACES } from './authority.ts';
import { type HostKind, hostKind } from './host-kind.ts';
import { httpInterfacesOf, type NamedInterface } from './interfaces-of.ts';
import { interfaceAt, newCard } from './sample-cards.ts';

const WORDS: Readonly<Record<Exclude<HostKind, 'public'>, string>> = {
  loopback: "the caller's own machine",
  unspecified: 'an address to listen on, which nobody can connect to',
  private: 'a private network',
  internal: 'a name that only some network knows',
};

export const loopbackUrl: CardRule = {
  id: 'card/loopback-url',
  title: "The URL of an interface leads into the agent's own network, not to the agent",
  ...TRUE_INTERFACES,
  certainty: 'either',
  why: "The first call fails, or reaches some other service in the caller's own network.",
  remedy:
    'Write the URL under which callers reach the agent: what a proxy or container publishes, not what it listens on.',
  about: 'content',
  *check(card) {
    for (const one of httpInterfacesOf(card)) {
      const breach = breachOf(one, card);
      if (breach !== undefined) yield breach;
    }
  },
  pair: {
    raises: {
      value: newCard({ supportedInterfaces: [interfaceAt('http://localhost:8000/')] }),
      url: 'https://agent.example/.well-known/agent-card.json',
    },
    nearMiss: {
      value: newCard({ supportedInterfaces: [interfaceAt('http://127.0.0.1:8000/')] }),
      url: 'http://localhost:8000/.well-known/agent-card.json',
    },
  },
};

function breachOf(one: NamedInterface, { source }: LintedCard): CardBreach | undefined {
  const kind = hostKind(one.url);
  if (kind === 'public') return undefined;
  const because = `${withoutSecrets(one.url)} leads to ${WORDS[kind]}`;
  const breach = { pointer: one.pointer, because, dialect: one.layout };
  if (kind === 'unspecified') return breach;
  if (source.url === undefined) return { ...breach, severity: 'note', certainty: 'suspected' };
  const home = hostKind(source.url);
  if (home === 'public') return { ...breach, because: `${because}, and the card is public`, ...suspectedIf(kind) };
  // On one network each may be the other's neighbour; a machine of its own has no others.
  return kind === 'loopback' && home !== 'loopback' ? breach : undefined;
}

/** Names may have a meaning where the caller is. */
function suspectedIf(kind: HostKind): Partial<CardBreach> {
  return kind === 'internal' ? { certainty: 'suspected' } : {};
}
