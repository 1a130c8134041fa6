import { type CardCache, createCardCache } from '../card/discovery/card-cache.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { DelegateOptions } from './delegate-options.ts';

/** A card is what a task is begun by: it is read anew, unless its server allows otherwise, and after ten seconds all the same. */
const newCache = (): CardCache => createCardCache({ silentMs: 0, mostMs: 10_000 });

const own = newCache();
const byClient = new WeakMap<HttpClient, CardCache>();

/**
 * Where the cards of a delegation are kept: where its caller says, else with its HTTP client, since another may be led
 * elsewhere by the same URL. Clients of our own share one, but for those with an address policy of their caller's.
 */
export function cardsFor({ cards, http, allow }: DelegateOptions): CardCache | undefined {
  if (cards !== undefined) return cards;
  if (http === undefined) return allow === undefined ? own : undefined;
  const known = byClient.get(http) ?? newCache();
  byClient.set(http, known);
  return known;
}

/** How the card of an agent is fetched, by what its caller has said. */
export function fetchingBy(options: DelegateOptions, http: HttpClient, signal: AbortSignal, withinMs: number) {
  const { headers = {}, profile, trustedKeys } = options;
  return {
    http,
    headers,
    signal,
    withinMs,
    cache: cardsFor(options),
    ...(profile?.signatures === undefined ? {} : { signatures: profile.signatures }),
    ...(trustedKeys === undefined ? {} : { trustedKeys }),
  };
}
