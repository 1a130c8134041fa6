import type { HttpHead, HttpRequest, HttpStream } from './http-message.ts';

/** How often one call is sent on. */
const MOST_MOVES = 3;

/**
 * Makes a call, and makes it again where its answer sends it on within the same server (307, 308), as frameworks do for
 * a slash at the end: it was not taken in where it went first (RFC 9110 §15.4.8, §15.4.9). Another origin is for the
 * caller to decide, and of 301 and 302 some make a GET: these are answers like any other.
 */
export async function followed<T extends HttpHead & Partial<Pick<HttpStream, 'close'>>>(
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<T>,
): Promise<T> {
  let answer = await send(request);
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const url = movedTo(answer);
    if (url === undefined) break;
    answer.close?.();
    answer = await send({ ...request, url });
  }
  return answer;
}

function movedTo({ status, headers, url }: HttpHead): string | undefined {
  const location = headers['location'];
  if ((status !== 307 && status !== 308) || location === undefined) return undefined;
  const from = new URL(url);
  const to = URL.parse(location, from.href);
  return to?.origin === from.origin && to.username + to.password === '' ? to.href : undefined;
}
