import { wireHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';
import type { HttpMethod, HttpRequest } from './http-message.ts';
import type { RequestLimits } from './limits.ts';

/** A request that was found sound, with every default filled in. */
export interface RequestPlan {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: string[];
  readonly body: string | Uint8Array | undefined;
  readonly once: boolean;
  readonly signal: AbortSignal | undefined;
  readonly limits: RequestLimits;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Checks a request before anything is done for it.
 *
 * @throws HttpError `bad-request` when it can't be sent as it stands.
 */
export function planRequest(request: HttpRequest, defaults: RequestLimits, userAgent: string): RequestPlan {
  const url = httpUrl(request.url);
  const method = request.method ?? 'GET';
  const refuse = (what: string, cause?: unknown): HttpError =>
    new HttpError({ code: 'bad-request', origin: url.origin, what, sent: false, cause });
  if (!methods.has(method))
    throw refuse(`was to be asked with a method that is not supported: ${JSON.stringify(method)}`);
  const limits: RequestLimits = {
    connectTimeoutMs: request.connectTimeoutMs ?? defaults.connectTimeoutMs,
    headersTimeoutMs: request.headersTimeoutMs ?? defaults.headersTimeoutMs,
    totalTimeoutMs: request.totalTimeoutMs ?? defaults.totalTimeoutMs,
    idleTimeoutMs: request.idleTimeoutMs ?? defaults.idleTimeoutMs,
    maxBodyBytes: request.maxBodyBytes ?? defaults.maxBodyBytes,
  };
  for (const [name, value] of Object.entries(limits)) {
    if (!(value >= 0)) throw refuse(`was to be asked with ${name} ${value}, which is not a limit`);
  }
  try {
    const headers = wireHeaders(request.headers ?? {}, userAgent);
    return {
      method,
      url,
      headers,
      body: request.body,
      once: request.once ?? false,
      signal: request.signal,
      limits,
    };
  } catch (error) {
    throw refuse('was to be asked with a header that may not be set', error);
  }
}

// A URL that fails to parse, or has a password in it, must not appear in any message; so neither does the cause.
function httpUrl(given: string | URL): URL {
  const refuse = (what: string): HttpError =>
    new HttpError({ code: 'bad-request', origin: 'The request', what, sent: false });
  const url = URL.parse(String(given));
  if (url === null) throw refuse('has something for a URL that is none');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(`has a URL with the scheme "${url.protocol}", where only http and https are spoken`);
  }
  if (url.username !== '' || url.password !== '') throw refuse('has a URL with credentials in it');
  return url;
}
