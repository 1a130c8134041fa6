import type { AgentCard } from '../../card/agent-card.ts';
import { oncePerCard } from '../../card/once-per-card.ts';
import type { Abilities } from '../abilities.ts';
import type { PushListener } from '../profile.ts';
import { isLocal } from './local-host.ts';

/** What stands between an agent and the client's listener; nothing if every member is undefined. */
export interface PushTerms {
  readonly declared: boolean;
  readonly listener: PushListener | 'ideal' | undefined;
  /** The agent can't get there, as far as addresses tell. */
  readonly unreachable: string | undefined;
  /** The agent would have to authenticate in a way that the listener can't check. */
  readonly unsatisfiable: string | undefined;
  /** The scheme that it is to authenticate by. */
  readonly scheme: string | undefined;
  /** It is declared and not suspect, and nothing stands in between. */
  readonly usable: boolean;
}

/** How an agent can authenticate when it calls back, as far as its card tells. */
export interface PushOffer {
  readonly declared: boolean;
  /** Only by certificate. */
  readonly mutual: boolean;
  /** By these HTTP schemes; by any if there are none. */
  readonly schemes: readonly string[];
}

/**
 * Reads off a card how call-backs are authenticated. No field says so, so its security schemes are taken to tell what the
 * agent has: one that lets nobody in without a certificate calls back with one, and otherwise with one of the HTTP schemes
 * that it names, or any if it names none.
 */
export const pushOffer = oncePerCard(
  (card): PushOffer => ({
    declared: card.capabilities.pushNotifications === true,
    mutual: mutualOnly(card),
    schemes: schemesOf(card),
  }),
);

/** Holds what the agent offers, from the interface at `url`, against the listener. */
export function pushTerms(offer: PushOffer, url: string, { push }: Abilities, suspect: boolean): PushTerms {
  const { declared, mutual, schemes } = offer;
  const terms = { declared, listener: push };
  if (push === 'ideal' || push === undefined) {
    const unreachable = push === undefined ? 'the client has no listener' : undefined;
    const usable = declared && push === 'ideal' && !suspect;
    return { ...terms, unreachable, unsatisfiable: undefined, scheme: 'Bearer', usable };
  }
  const unreachable =
    isLocal(push.url) && !isLocal(url) ? 'the listener has a private address, and the agent a public one' : undefined;
  const scheme = schemes.length === 0 ? push.auth[0] : push.auth.find((each) => schemes.includes(each.toLowerCase()));
  const unsatisfiable = mutual
    ? push.tls === 'mutual'
      ? undefined
      : 'the agent authenticates by certificate (mutual TLS), which the listener can not check'
    : scheme === undefined && (schemes.length > 0 || push.auth.length > 0)
      ? `the agent has ${schemes.join(' and ')}, and the listener checks ${push.auth.join(' and ') || 'nothing'}`
      : undefined;
  const usable = declared && !suspect && unreachable === undefined && unsatisfiable === undefined;
  return { ...terms, unreachable, unsatisfiable, scheme: mutual ? undefined : scheme, usable };
}

/** Whether every way in needs a certificate; where the card demands none, whether certificates are all that it names. */
function mutualOnly({ security, securitySchemes }: AgentCard): boolean {
  const mutual = new Set(securitySchemes.filter(({ kind }) => kind === 'mutualTLS').map(({ name }) => name));
  if (mutual.size === 0) return false;
  if (security.length === 0) return mutual.size === securitySchemes.length;
  return security.every(({ schemes }) => schemes.some(({ name }) => mutual.has(name)));
}

/** The HTTP authentication schemes that the card's security names. Tokens of OAuth and OpenID Connect are Bearer tokens. */
function schemesOf({ securitySchemes }: AgentCard): readonly string[] {
  const named = securitySchemes.flatMap((scheme) => {
    if (scheme.kind === 'http') return [scheme.scheme.toLowerCase() || 'bearer'];
    return scheme.kind === 'oauth2' || scheme.kind === 'openIdConnect' ? ['bearer'] : [];
  });
  return [...new Set(named)];
}
