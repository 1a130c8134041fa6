/** Response headers by lower-cased name; a header that came several times is joined by `", "` (RFC 9110, 5.2). */
export type HttpHeaders = Readonly<Record<string, string | undefined>>;

/** Request headers. A list sends the header several times; undefined leaves it out. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads undici's flat list of names and values, keeping the spelling and the order of the wire. */
export function readRawHeaders(wire: unknown): readonly string[] {
  return Array.isArray(wire)
    ? wire.map((part) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)))
    : [];
}

/** Folds a flat list of names and values into one value a name. No prototype, so no name is special. */
export function foldHeaders(raw: readonly string[]): HttpHeaders {
  const folded: Record<string, string> = Object.create(null);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    const earlier = folded[name];
    folded[name] = earlier === undefined ? value : `${earlier}, ${value}`;
  }
  return folded;
}

// They describe the connection or the coding of the message, which are this side's own business.
const ownHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'te',
  'trailer',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
  'expect',
]);

/**
 * Puts request headers into a flat list for the wire, with the client's own added: `user-agent`
 * unless given, and an `accept-encoding` that rules out compression.
 *
 * @throws TypeError naming a header that the connection decides.
 */
export function wireHeaders(headers: RequestHeaders, userAgent: string): string[] {
  const wire = ['accept-encoding', 'identity'];
  let named = false;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower)) throw new TypeError(`the header "${lower}" belongs to the connection`);
    if (lower === 'user-agent') named = true;
    for (const one of typeof value === 'string' ? [value] : value) wire.push(name, one);
  }
  if (!named) wire.push('user-agent', userAgent);
  return wire;
}
