import { HttpError } from './http-error.ts';
import type { HttpHead, HttpMethod, RedirectRules, UnaryRequest } from './http-message.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

// A list of what may leave, since no list of what may not could ever name every credential.
const crossingHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'user-agent',
  'a2a-version',
  'a2a-extensions',
  'x-a2a-extensions',
]);

/**
 * Works out where an answer sends a request on to; undefined when the answer is final.
 *
 * @param taken how many redirects this request has followed already.
 * @throws HttpError `redirect-refused` when following wouldn't be safe, or is too much.
 */
export function nextHop(request: UnaryRequest, answer: HttpHead, taken: number): UnaryRequest | undefined {
  const rules = request.redirects;
  const location = answer.headers['location'];
  if (rules === undefined || location === undefined || !redirects.has(answer.status)) return undefined;
  // Sending any other method again could do twice what was asked once.
  if (!repeatable(request.method ?? 'GET')) return undefined;
  const from = new URL(answer.url);
  const to = target(location, from, answer.status);
  check(from, to, rules, taken, answer.status);
  if (to.origin === from.origin) return { ...request, url: to };
  const kept = Object.entries(request.headers ?? {}).filter(([name]) => crossingHeaders.has(name.toLowerCase()));
  return { ...request, url: to, headers: Object.fromEntries(kept) };
}

function repeatable(method: HttpMethod): boolean {
  return method === 'GET' || method === 'HEAD';
}

function target(location: string, from: URL, status: number): URL {
  if (!URL.canParse(location, from.href)) throw refusal(from, 'redirects to something that is no URL', status);
  const to = new URL(location, from);
  if (to.protocol !== 'http:' && to.protocol !== 'https:') {
    throw refusal(from, `redirects to a URL with the scheme "${to.protocol}"`, status);
  }
  if (to.username !== '' || to.password !== '') {
    throw refusal(from, 'redirects to a URL with credentials in it', status);
  }
  return to;
}

function check(from: URL, to: URL, rules: RedirectRules, taken: number, status: number): void {
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw refusal(from, `redirects from https to ${to.origin}, where anybody could read along`, status);
  }
  if (to.origin !== from.origin && !rules.crossOrigin) {
    throw refusal(from, `redirects to another origin, ${to.origin}`, status);
  }
  if (taken >= rules.max) {
    throw refusal(from, `redirects on after ${taken} redirects, when ${rules.max} were allowed`, status);
  }
}

function refusal(from: URL, what: string, status: number): HttpError {
  return new HttpError({ code: 'redirect-refused', origin: from.origin, what, sent: true, status });
}
