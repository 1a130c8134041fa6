import { parse } from 'yaml';
import { originOf } from '../../http/credentials.ts';
import { asList, asObject, asText, type JsonObject } from '../../protocol/json.ts';

/** The keys that an operator trusts, by the agents whose cards they may sign. */
export interface TrustedKeys {
  readonly agents: readonly TrustedAgent[];
}

/** One agent, or all agents of one origin. */
export interface TrustedAgent {
  /** The origin of its card, as a URL. */
  readonly origin: string;
  /** Pinned public keys (RFC 7517). */
  readonly keys: readonly JsonObject[];
  /** Pinned URLs of key sets, wherever they are. */
  readonly keySets: readonly string[];
}

/** A trust file that can't be used. The message says where it goes wrong. */
export class TrustFileError extends Error {
  override readonly name = 'TrustFileError';
  readonly code = 'bad-trust-file';
}

/**
 * Reads a trust file, which is YAML or JSON:
 *
 * ```yaml
 * agents:
 *   - origin: https://agent.example
 *     keys: [{ kty: EC, crv: P-256, kid: k1, x: …, y: … }]
 *     keySets: [https://keys.example/jwks.json]
 * ```
 *
 * @throws TrustFileError where it is something else; a private key is refused, since it has no place in it
 */
export function readTrustedKeys(text: string): TrustedKeys {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new TrustFileError('The trust file is neither YAML nor JSON.', { cause: error });
  }
  const agents = asObject(value)?.['agents'];
  if (!Array.isArray(agents)) throw new TrustFileError('The trust file has no list "agents".');
  return { agents: agents.map(readAgent) };
}

function readAgent(value: unknown, index: number): TrustedAgent {
  const refuse = (what: string): TrustFileError => new TrustFileError(`The trust file: agents[${index}] ${what}.`);
  const agent = asObject(value);
  const origin = asText(agent?.['origin']);
  if (agent === undefined || origin === undefined || originOf(origin) === undefined) {
    throw refuse('has no "origin" that is a URL of http or https');
  }
  const keys = asList(agent['keys']).map((key) => {
    const jwk = asObject(key);
    if (jwk === undefined || asText(jwk['kty']) === undefined) throw refuse('has something in "keys" that is no JWK');
    if (jwk['d'] !== undefined || jwk['kty'] === 'oct') throw refuse('has a key in "keys" that is not public');
    return jwk;
  });
  const keySets = asList(agent['keySets']).map((url) => {
    if (typeof url !== 'string' || originOf(url) === undefined)
      throw refuse('has something in "keySets" that is no URL');
    return url;
  });
  if (keys.length + keySets.length === 0) throw refuse('has neither "keys" nor "keySets"');
  return { origin, keys, keySets };
}

/** What is pinned for the agent whose card is at a URL; nothing for a card from elsewhere than the web. */
export function pinnedFor(cardUrl: string | undefined, trusted: TrustedKeys | undefined): TrustedAgent | undefined {
  const origin = cardUrl === undefined ? undefined : originOf(cardUrl);
  const fit = trusted?.agents.filter((agent) => origin !== undefined && originOf(agent.origin) === origin) ?? [];
  if (fit.length === 0) return undefined;
  return {
    origin: origin ?? '',
    keys: fit.flatMap(({ keys }) => keys),
    keySets: fit.flatMap(({ keySets }) => keySets),
  };
}
