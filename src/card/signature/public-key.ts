import { type CryptoKey, importJWK, importSPKI, importX509, type JWK } from 'jose';
import { asList, asObject, asText, type JsonObject } from '../../protocol/json.ts';

/** Algorithms that prove who signed: with a shared secret, whoever can verify could have signed as well. */
export const ALGORITHMS: ReadonlySet<string> = new Set([
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
  'Ed25519',
]);

/** A key set: a JWK each, or PEM text by key id, which is how some agents publish theirs. */
export type KeySet = readonly (JsonObject | { readonly kid: string; readonly pem: string })[];

/** More keys than these are not looked at. */
const MOST_KEYS = 64;

/** Reads a key set (RFC 7517), or a map of key ids to PEM; `undefined` for anything else. */
export function readKeySet(value: unknown): KeySet | undefined {
  const object = asObject(value);
  if (object === undefined) return undefined;
  if (Array.isArray(object['keys'])) {
    const keys = object['keys'].slice(0, MOST_KEYS).map((key: unknown) => asObject(key));
    return keys.filter((key) => key !== undefined);
  }
  const pems = Object.entries(object).flatMap(([kid, pem]) =>
    typeof pem === 'string' && pem.includes('-----BEGIN') ? [{ kid, pem }] : [],
  );
  return pems.length === 0 ? undefined : pems.slice(0, MOST_KEYS);
}

/** The keys of a set that a signature may be by: those of its key id, or all where it names none. */
export function keysNamed(set: KeySet, keyId: string | undefined): KeySet {
  return keyId === undefined ? set : set.filter((key) => key['kid'] === keyId);
}

/** Why a key may not be used for verifying, or `undefined` if it may; `now` in seconds since 1970. */
export function unfitBecause(key: KeySet[number], now: number): string | undefined {
  if ('pem' in key) return undefined;
  const { use, key_ops: operations, exp, nbf, revoked } = key as JsonObject;
  if (use !== undefined && use !== 'sig') return 'is not for signatures';
  if (operations !== undefined && !asList(operations).includes('verify')) return 'is not for verifying';
  if (revoked !== undefined && revoked !== false && revoked !== null) return 'is revoked';
  if (typeof exp === 'number' && exp <= now) return 'has expired';
  if (typeof nbf === 'number' && nbf > now) return 'is not valid yet';
  return undefined;
}

/** Makes a key usable. Rejects where it is none, or none for that algorithm. */
export async function importKey(key: KeySet[number], algorithm: string): Promise<CryptoKey> {
  if ('pem' in key && typeof key['pem'] === 'string') {
    const { pem } = key as { readonly pem: string };
    return pem.includes('CERTIFICATE') ? importX509(pem, algorithm) : importSPKI(pem, algorithm);
  }
  const { alg, ...jwk } = key as JsonObject;
  if (asText(alg) !== undefined && alg !== algorithm && !(isEdwards(alg) && isEdwards(algorithm))) {
    throw new TypeError(`the key is for ${String(alg)}`);
  }
  const imported = await importJWK(jwk as JWK, algorithm);
  if (imported instanceof Uint8Array) throw new TypeError('the key is a shared secret');
  return imported;
}

/** RFC 8037 named the family; RFC 9864 the curve. */
function isEdwards(algorithm: unknown): boolean {
  return algorithm === 'EdDSA' || algorithm === 'Ed25519';
}
