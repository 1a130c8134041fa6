import type { HttpHeaders } from '../../http/headers.ts';

/** For how long an answer may be used again (RFC 9111), in ms. */
export interface Freshness {
  /** Whether it may be kept at all. */
  readonly keep: boolean;
  /** From when it was received; after that it has to be asked for again, if only whether it has changed. */
  readonly freshMs: number;
}

/** What is up to the client. */
export interface FreshnessBounds {
  /** How long an answer is fresh whose server says nothing of that, in ms: the text leaves it to the client (§8.6.2). */
  readonly silentMs: number;
  /** The longest that any server is believed, in ms: what a card promises may be broken sooner than that. */
  readonly mostMs: number;
}

/** Reads how long an answer may be kept; `receivedAt` in ms since 1970, for servers that name a date. */
export function freshnessOf(
  headers: HttpHeaders,
  receivedAt: number,
  { silentMs, mostMs }: FreshnessBounds,
): Freshness {
  const within = (ms: number): number => Math.min(Math.max(ms, 0), mostMs);
  const directives = cacheDirectives(headers['cache-control']);
  if (directives.has('no-store')) return { keep: false, freshMs: 0 };
  if (directives.has('no-cache')) return { keep: true, freshMs: 0 };
  const age = seconds(headers['age']) ?? 0;
  const maxAge = seconds(directives.get('max-age'));
  if (maxAge !== undefined) return { keep: true, freshMs: within(1000 * (maxAge - age)) };
  const expires = headers['expires'];
  if (expires === undefined) return { keep: true, freshMs: within(silentMs - 1000 * age) };
  // What is no date means that it has already expired (RFC 9111, 5.3).
  const at = Date.parse(expires);
  const served = Date.parse(headers['date'] ?? '');
  return { keep: true, freshMs: Number.isNaN(at) ? 0 : within(at - (Number.isNaN(served) ? receivedAt : served)) };
}

/** The directives of a `Cache-Control` header; one without a value has an empty one. */
function cacheDirectives(header: string | undefined): ReadonlyMap<string, string> {
  const directives = (header ?? '').split(',').map((directive) => {
    const [name = '', value = ''] = directive.split('=', 2);
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
  });
  return new Map(directives.filter(([name]) => name !== ''));
}

function seconds(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}
