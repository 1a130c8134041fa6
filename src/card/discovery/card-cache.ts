import { createHash } from 'node:crypto';
import type { HttpHeaders } from '../../http/headers.ts';
import type { NamesOf } from '../../options/given-names.ts';
import { refuseStrangers } from '../../options/option-error.ts';
import { type FreshnessBounds, freshnessOf } from './freshness.ts';

/** An answer with a card in it, kept to be used or asked about again. What was found wrong with it is not kept. */
export interface CachedAnswer {
  readonly url: string;
  readonly text: string;
  readonly headers: HttpHeaders;
}

/** What the cache says of a URL. */
export interface CacheHit {
  readonly answer: CachedAnswer;
  /** Whether it may be used without asking. */
  readonly fresh: boolean;
  /** Headers that ask whether it has changed; none if the server named nothing to ask by. */
  readonly conditions: Readonly<Record<string, string>>;
}

/** Cards as they were served, by URL and by who asked. */
export interface CardCache {
  find(url: string, credentials: Readonly<Record<string, string>>): CacheHit | undefined;
  /** Keeps an answer, unless its server forbids that; it then forgets what it kept before. */
  keep(url: string, credentials: Readonly<Record<string, string>>, answer: CachedAnswer): void;
  /** Lets go of what a URL answered with, whoever asked. */
  forget(url: string): void;
}

interface Entry {
  readonly answer: CachedAnswer;
  readonly freshUntil: number;
}

/** A card whose server says nothing of caching is fresh for a minute; no server is believed for more than a day. */
export interface CardCacheOptions extends Partial<FreshnessBounds> {
  /** How many cards are kept; 256 by default. The one that was kept longest goes first. */
  readonly max?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const OPTIONS: NamesOf<CardCacheOptions> = {
  max: true,
  now: true,
  silentMs: true,
  mostMs: true,
};

/** A cache in memory. It is private: what was served to one set of credentials is not served to another. */
export function createCardCache(options: CardCacheOptions = {}): CardCache {
  refuseStrangers(options, OPTIONS);
  const { max = 256, now = Date.now, silentMs = 60_000, mostMs = 86_400_000 } = options;
  const entries = new Map<string, Entry>();
  return {
    find(url, credentials) {
      const entry = entries.get(keyOf(url, credentials));
      if (entry === undefined) return undefined;
      const { etag, 'last-modified': modified } = entry.answer.headers;
      return {
        answer: entry.answer,
        fresh: now() < entry.freshUntil,
        conditions: {
          ...(etag === undefined ? {} : { 'if-none-match': etag }),
          ...(modified === undefined ? {} : { 'if-modified-since': modified }),
        },
      };
    },
    keep(url, credentials, answer) {
      const key = keyOf(url, credentials);
      entries.delete(key);
      const { keep, freshMs } = freshnessOf(answer.headers, now(), { silentMs, mostMs });
      if (!keep) return;
      entries.set(key, { answer, freshUntil: now() + freshMs });
      const [oldest] = entries.keys();
      if (entries.size > max && oldest !== undefined) entries.delete(oldest);
    },
    forget(url) {
      for (const [key, { answer }] of entries) if (answer.url === url) entries.delete(key);
    },
  };
}

/** Credentials count by their digest, so that no secret stays in memory on the cache's account. */
function keyOf(url: string, credentials: Readonly<Record<string, string>>): string {
  const sent = Object.entries(credentials)
    .map(([name, value]) => `${name.toLowerCase()}:${value}`)
    .sort();
  return sent.length === 0 ? url : `${url} ${createHash('sha256').update(sent.join('\n')).digest('base64url')}`;
}
