import type { HttpClient } from '../../http/http-client.ts';

/** Fetches the key set that a signature names; only ever asked for URLs that count. Sends no credentials. */
export function keySetFetcher(http: HttpClient, signal: AbortSignal | undefined) {
  const known = new Map<string, Promise<unknown>>();
  return (url: string): Promise<unknown> => {
    const asked = known.get(url) ?? fetchKeySet(url, http, signal);
    known.set(url, asked);
    return asked;
  };
}

async function fetchKeySet(url: string, http: HttpClient, signal: AbortSignal | undefined): Promise<unknown> {
  const answer = await http.request({
    url,
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirects: { max: 2, crossOrigin: false },
    maxBodyBytes: 64 * 1024,
    totalTimeoutMs: 10_000,
    signal,
  });
  if (answer.status !== 200) throw new Error(`its URL answered HTTP ${answer.status}`);
  return JSON.parse(answer.body.toString('utf8'));
}
