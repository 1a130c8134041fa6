import { anyAddress } from '../../src/http/address-policy.ts';
import type { TlsOptions } from '../../src/http/connection.ts';
import { createHttpClient, type HttpClient } from '../../src/http/http-client.ts';
import type { PushRegistration } from '../../src/protocol/call.ts';

/** Delivers as an agent does. */
export interface Poster extends AsyncDisposable {
  readonly http: HttpClient;
  /** With the credentials of the registration; `headers` go over them, and an empty one leaves one out. */
  deliver(to: PushRegistration, payload: unknown, headers?: Readonly<Record<string, string>>): Promise<number>;
}

export function createPoster(tls?: TlsOptions): Poster {
  const http = createHttpClient({ allow: anyAddress, tls: () => tls });
  return {
    http,
    async deliver({ url, token = '', authentication }, payload, headers = {}) {
      const all = {
        'content-type': 'application/json',
        'x-a2a-notification-token': token,
        authorization: `${authentication?.scheme} ${authentication?.credentials}`,
        ...headers,
      };
      const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
      const body = Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
      return (await http.request({ method: 'POST', url, headers: sent, body })).status;
    },
    [Symbol.asyncDispose]: () => http.close(),
  };
}
