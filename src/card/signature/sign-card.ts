import { type CryptoKey, FlattenedSign, type JWK } from 'jose';
import { asList, type JsonObject } from '../../protocol/json.ts';
import { canonicalText, sdkText } from './canonical-forms.ts';

/** A private key, and how it is named in the signature (§8.4.2). */
export interface SigningKey {
  readonly key: CryptoKey | JWK;
  readonly algorithm: string;
  readonly keyId: string;
  /** Where the public key can be had. */
  readonly keySetUrl?: string;
}

/**
 * Signs a card of 1.0 by the text's canonical form. Where the SDKs, which leave empty members out, would not recognise
 * that one, a second signature is made in theirs. Earlier signatures are kept: that is how keys are rotated.
 */
export async function signCard(card: JsonObject, signing: SigningKey): Promise<JsonObject> {
  const texts = new Set([canonicalText(card), sdkText(card)]);
  const made = await Promise.all([...texts].map((text) => sign(text, signing)));
  return { ...card, signatures: [...asList(card['signatures']), ...made] };
}

async function sign(text: string, { key, algorithm, keyId, keySetUrl }: SigningKey): Promise<JsonObject> {
  const header = { alg: algorithm, typ: 'JOSE', kid: keyId, ...(keySetUrl === undefined ? {} : { jku: keySetUrl }) };
  const jws = await new FlattenedSign(Buffer.from(text)).setProtectedHeader(header).sign(key);
  return { protected: jws.protected, signature: jws.signature };
}
