import type { HttpHead, HttpRequest, HttpStream } from './http-message.ts';
import type { RequestLimits } from './limits.ts';

/** How often one call is sent on. */
const MOST_MOVES = 3;

/**
 * Makes a call, and makes it again where its answer sends it on within the same server (307, 308), as frameworks do for
 * a slash at the end: it was not taken in where it went first (RFC 9110 §15.4.8, §15.4.9). Another origin is for the
 * caller to decide, and of 301 and 302 some make a GET: these are answers like any other. The time limits of the
 * request are for the whole call, however often it is sent on.
 */
export async function followed<T extends HttpHead & Partial<Pick<HttpStream, 'close'>>>(
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let answer = await send(request);
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const url = movedTo(answer);
    if (url === undefined) break;
    answer.close?.();
    answer = await send({ ...request, ...leftOf(request, performance.now() - began), url });
  }
  return answer;
}

/** What is left of the limits that a request sets. A used up one still has to be a limit, and 0 would be none. */
function leftOf({ totalTimeoutMs, headersTimeoutMs }: HttpRequest, passedMs: number): Partial<RequestLimits> {
  const left = (ms: number): number => (ms === 0 ? 0 : Math.max(1, ms - passedMs));
  return {
    ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs: left(totalTimeoutMs) }),
    ...(headersTimeoutMs === undefined ? {} : { headersTimeoutMs: left(headersTimeoutMs) }),
  };
}

function movedTo({ status, headers, url }: HttpHead): string | undefined {
  const location = headers['location'];
  if ((status !== 307 && status !== 308) || location === undefined) return undefined;
  const from = new URL(url);
  const to = URL.parse(location, from.href);
  return to?.origin === from.origin && to.username + to.password === '' ? to.href : undefined;
}
