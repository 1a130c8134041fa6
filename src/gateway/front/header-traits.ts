/** What the gateway does by the name of a header, as bits. */
export const TRAIT = {
  /** It stays here on the way to the agent, or to the caller. */
  notUpstream: 1,
  notDownstream: 2,
  /** It could be a credential. */
  credential: 4,
  traceParent: 8,
  /** It names a place, which leads through the gateway. */
  place: 16,
  date: 32,
  connection: 64,
} as const;

/** They belong to one connection (RFC 9110 §7.6.1), or to how its messages are put into bytes. */
const OF_THE_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * What of a request stays here. Cookies would go from one agent to the next, since all are behind one host; who else was
 * on the way is none of an agent's business, nor is it believed when a caller says so.
 */
const NOT_UPSTREAM: ReadonlySet<string> = new Set([
  ...OF_THE_HOP,
  'host',
  'content-length',
  'accept-encoding',
  'expect',
  'cookie',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-real-ip',
  'http2-settings',
]);

const NOT_DOWNSTREAM: ReadonlySet<string> = new Set([...OF_THE_HOP, 'set-cookie', 'alt-svc']);

const CREDENTIAL = /authorization|token|secret|api-?key|(?:^|-)key$|auth$/;

const NAMED: Readonly<Record<string, number>> = {
  traceparent: TRAIT.traceParent,
  location: TRAIT.place,
  'content-location': TRAIT.place,
  date: TRAIT.date,
  connection: TRAIT.connection,
};

/** Names are few, though whoever writes to the gateway chooses them. */
const MOST_KNOWN = 500;
const MOST_LENGTH = 64;
const known = new Map<string, number>();

/** The traits of a header, by its name as it is spelled. */
export function traitsOf(spelled: string): number {
  return known.get(spelled) ?? learn(spelled);
}

function learn(spelled: string): number {
  const name = spelled.toLowerCase();
  const traits =
    (NOT_UPSTREAM.has(name) ? TRAIT.notUpstream : 0) |
    (NOT_DOWNSTREAM.has(name) ? TRAIT.notDownstream : 0) |
    (CREDENTIAL.test(name) ? TRAIT.credential : 0) |
    (Object.hasOwn(NAMED, name) ? (NAMED[name] ?? 0) : 0);
  if (spelled.length > MOST_LENGTH) return traits;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(spelled, traits);
  return traits;
}
