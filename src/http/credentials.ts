/** Headers that prove who is calling, and the only places that may ever see them. */
export interface Credential {
  /** URLs of which only the origin counts. The names of this machine are one host. */
  readonly origins: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The credential headers for a request to a URL: of each entry that names its origin, and nothing of any other. */
export function credentialHeaders(url: string, credentials: readonly Credential[]): Readonly<Record<string, string>> {
  const given = credentials.filter(({ headers }) => Object.keys(headers).length > 0);
  const fit = given.filter(({ origins }) => isOfOrigin(url, origins));
  return Object.assign({}, ...fit.map(({ headers }) => headers));
}

/**
 * What tells origins apart: that of a URL with loopback by one name, or `undefined` where there is none. For comparing
 * only; what is shown is the origin as it is written.
 */
export function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return undefined;
  const { protocol, hostname, port } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return `${protocol}//${loopback ? 'localhost' : hostname}:${port}`;
}

/** Whether a URL is of one of these origins, so that it may have the credentials that were given for them. */
export function isOfOrigin(url: string, origins: readonly string[]): boolean {
  const origin = originOf(url);
  return origin !== undefined && origins.some((one) => originOf(one) === origin);
}
