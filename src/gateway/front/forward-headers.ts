import { randomBytes } from 'node:crypto';
import { TRAIT, traitsOf } from './header-traits.ts';

/** The headers of a request as they go on to the agent, and what they say of who asks. */
export interface Forwarded {
  readonly headers: string[];
  /** Those that could be a credential, in turn name and value. */
  readonly credentials: readonly string[];
}

const NONE: readonly string[] = [];

/** The request headers for the agent: everything but what belongs to the connection. Begins a trace where there is none. */
export function forwardedHeaders(raw: readonly string[], connection: string | undefined): Forwarded {
  const named = namedIn(connection);
  const headers: string[] = ['accept-encoding', 'identity'];
  let credentials: string[] | undefined;
  let traced = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const spelled = raw[at] ?? '';
    const traits = traitsOf(spelled);
    if ((traits & TRAIT.notUpstream) !== 0 || named?.has(spelled.toLowerCase()) === true) continue;
    const value = raw[at + 1] ?? '';
    headers.push(spelled, value);
    if ((traits & TRAIT.traceParent) !== 0) traced = true;
    else if ((traits & TRAIT.credential) !== 0) {
      credentials ??= [];
      credentials.push(spelled.toLowerCase(), value);
    }
  }
  if (!traced) headers.push('traceparent', newTrace());
  return { headers, credentials: credentials ?? NONE };
}

/** The headers of an answer for the caller, in turn name and value, as they came. */
export function answerHeaders(raw: readonly string[]): string[] {
  let named: ReadonlySet<string> | undefined;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if ((traitsOf(raw[at] ?? '') & TRAIT.connection) !== 0) named = namedIn(raw[at + 1]);
  }
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const spelled = raw[at] ?? '';
    if ((traitsOf(spelled) & TRAIT.notDownstream) !== 0 || named?.has(spelled.toLowerCase()) === true) continue;
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

/** Random digits for many traces at once, since each call for some costs as much as a thousand of them. */
let digits = '';
let used = 0;

/** A W3C trace context that begins here. */
function newTrace(): string {
  if (used + 48 > digits.length) {
    digits = randomBytes(2_400).toString('hex');
    used = 0;
  }
  const trace = `00-${digits.slice(used, used + 32)}-${digits.slice(used + 32, used + 48)}-01`;
  used += 48;
  return trace;
}
