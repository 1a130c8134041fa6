import { randomBytes } from 'node:crypto';

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

/** The headers of a request as they go on to the agent, and what they say of who asks. */
export interface Forwarded {
  readonly headers: string[];
  /** Those that could be a credential, in turn name and value. */
  readonly credentials: readonly string[];
}

const CREDENTIAL = /authorization|token|secret|api-?key|(?:^|-)key$|auth$/;
const NONE: readonly string[] = [];

/** The request headers for the agent: everything but what belongs to the connection. Begins a trace where there is none. */
export function forwardedHeaders(raw: readonly string[], connection: string | undefined): Forwarded {
  const named = namedIn(connection);
  const headers: string[] = ['accept-encoding', 'identity'];
  let credentials: string[] | undefined;
  let traced = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const spelled = raw[at] ?? '';
    const name = spelled.toLowerCase();
    if (NOT_UPSTREAM.has(name) || named?.has(name) === true) continue;
    const value = raw[at + 1] ?? '';
    headers.push(spelled, value);
    if (name === 'traceparent') traced = true;
    else if (CREDENTIAL.test(name)) {
      credentials ??= [];
      credentials.push(name, value);
    }
  }
  if (!traced) headers.push('traceparent', newTrace());
  return { headers, credentials: credentials ?? NONE };
}

/** The headers of an answer for the caller, in turn name and value, as they came. */
export function answerHeaders(raw: readonly string[]): string[] {
  let named: ReadonlySet<string> | undefined;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() === 'connection') named = namedIn(raw[at + 1]);
  }
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const spelled = raw[at] ?? '';
    const name = spelled.toLowerCase();
    if (NOT_DOWNSTREAM.has(name) || named?.has(name) === true) continue;
    headers.push(spelled, raw[at + 1] ?? '');
  }
  return headers;
}

/** The same headers without some; names in lower case. */
export function withoutHeaders(headers: readonly string[], names: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (!names.includes(name.toLowerCase())) kept.push(name, headers[at + 1] ?? '');
  }
  return kept;
}

/** What else a Connection header says belongs to the connection. */
function namedIn(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

/** Random bytes for many traces at once, since each call for some costs as much as a thousand bytes. */
let pool = Buffer.alloc(0);
let used = 0;

/** A W3C trace context that begins here. */
function newTrace(): string {
  if (used + 24 > pool.length) {
    pool = randomBytes(2_400);
    used = 0;
  }
  const trace = `00-${pool.toString('hex', used, used + 16)}-${pool.toString('hex', used + 16, used + 24)}-01`;
  used += 24;
  return trace;
}
