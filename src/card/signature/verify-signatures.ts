import { decodeProtectedHeader, flattenedVerify } from 'jose';
import { originOf } from '../../http/credentials.ts';
import type { NamesOf } from '../../options/given-names.ts';
import { refuseStrangers } from '../../options/option-error.ts';
import { asList, asObject, asText, type JsonObject } from '../../protocol/json.ts';
import { type CanonicalCard, canonicalForms } from './canonical-forms.ts';
import { ALGORITHMS, importKey, type KeySet, keysNamed, readKeySet, unfitBecause } from './public-key.ts';
import type { SignaturePolicy, SignatureReport, SignatureResult } from './signature-report.ts';
import { pinnedFor, type TrustedAgent, type TrustedKeys } from './trusted-keys.ts';

export interface VerifyOptions {
  /** `if-present` by default. An agent with pinned keys has to sign, unless it is `off`. */
  readonly policy?: SignaturePolicy | undefined;
  /** Where the card was served: its origin says which keys count. */
  readonly cardUrl?: string | undefined;
  readonly trusted?: TrustedKeys | undefined;
  /** Fetches a key set as JSON. Only asked for URLs that count; without it such signatures can't be verified. */
  readonly fetchKeySet?: ((url: string) => Promise<unknown>) | undefined;
  /** Seconds since 1970. */
  readonly now?: number | undefined;
}

const OPTIONS: NamesOf<VerifyOptions> = {
  policy: true,
  cardUrl: true,
  trusted: true,
  fetchKeySet: true,
  now: true,
};

/** More signatures than these are not looked at. */
const MOST_SIGNATURES = 8;

/**
 * Verifies the signatures of a card (§8.4.3). A key counts if it is pinned for the card's origin, or where nothing is
 * pinned comes from a key set on that origin. Never rejects, whatever card and key sets are.
 */
export async function verifySignatures(card: JsonObject, options: VerifyOptions = {}): Promise<SignatureReport> {
  refuseStrangers(options, OPTIONS);
  const { cardUrl, trusted } = options;
  const pinned = pinnedFor(cardUrl, trusted);
  const asked = options.policy ?? 'if-present';
  const policy = asked === 'if-present' && pinned !== undefined ? 'required' : asked;
  const report = { policy, signatures: [], by: undefined, usable: card };
  if (policy === 'off') return { ...report, verdict: 'unchecked' };
  const entries = asList(card['signatures']).slice(0, MOST_SIGNATURES);
  if (entries.length === 0) return { ...report, verdict: 'unsigned' };
  const forms = canonicalForms(card);
  const outcomes = await Promise.all(entries.map((entry, index) => verify(entry, index, forms, pinned, options)));
  const signatures = outcomes.map(({ result }) => result);
  const best = (['valid', 'partial'] as const).flatMap((one) =>
    outcomes.filter(({ result }) => result.verdict === one),
  )[0];
  const failed = signatures.some(({ verdict }) => verdict === 'invalid') ? 'invalid' : 'unverifiable';
  // Only the forms that leave nothing out vouch for the card as it stands.
  const isWhole = best?.result.form === 'presence' || best?.result.form === 'verbatim';
  const usable = isWhole ? card : (best?.covered ?? card);
  return { policy, verdict: best?.result.verdict ?? failed, signatures, by: best?.result, usable };
}

interface Outcome {
  readonly result: SignatureResult;
  readonly covered?: JsonObject;
}

async function verify(
  entry: unknown,
  index: number,
  forms: readonly CanonicalCard[],
  pinned: TrustedAgent | undefined,
  options: VerifyOptions,
): Promise<Outcome> {
  const signature = asObject(entry);
  const [sealed, value] = [asText(signature?.['protected']), asText(signature?.['signature'])];
  const header = headerOf(sealed);
  const facts = {
    index,
    algorithm: asText(header?.['alg']),
    keyId: asText(header?.['kid']),
    keySetUrl: asText(header?.['jku']),
    key: undefined,
    form: undefined,
    outside: [],
  };
  const fail = (verdict: 'invalid' | 'unverifiable', because: string, key?: SignatureResult['key']): Outcome => ({
    result: { ...facts, key, verdict, because },
  });
  if (sealed === undefined || value === undefined || header === undefined || facts.algorithm === undefined) {
    return fail('invalid', 'is no JSON Web Signature with an algorithm in its protected header');
  }
  if (!ALGORITHMS.has(facts.algorithm)) return fail('invalid', `is by ${facts.algorithm}, which proves nothing`);
  const found = await keysFor(facts.keyId, facts.keySetUrl, pinned, options);
  if ('because' in found) return fail('unverifiable', found.because);
  const now = options.now ?? Date.now() / 1000;
  const reasons: string[] = [];
  for (const key of found.keys) {
    const unfit = unfitBecause(key, now);
    const usable = unfit ?? (await importKey(key, facts.algorithm).catch(() => "can't be used with that algorithm"));
    if (typeof usable === 'string') {
      reasons.push(`its key ${usable}`);
      continue;
    }
    for (const form of forms) {
      const jws = { protected: sealed, signature: value, payload: Buffer.from(form.text).toString('base64url') };
      const verified = await flattenedVerify(jws, usable, { algorithms: [facts.algorithm] }).catch(() => undefined);
      if (verified === undefined) continue;
      const { outside, covered } = form;
      const verdict = outside.length === 0 ? 'valid' : 'partial';
      const because = verdict === 'valid' ? 'verifies' : `verifies, but leaves out ${outside.join(', ')}`;
      return { covered, result: { ...facts, key: found.source, form: form.form, outside, verdict, because } };
    }
    reasons.push(
      `verifies in no form of the card with the ${found.source === 'pinned' ? 'pinned key' : 'key'} ${facts.keyId ?? ''}`,
    );
  }
  const tried = reasons.some((reason) => reason.startsWith('verifies'));
  return fail(
    tried ? 'invalid' : 'unverifiable',
    tried ? lastOf(reasons, 'verifies') : `can't be verified: ${reasons[0]}`,
    found.source,
  );
}

function lastOf(reasons: readonly string[], start: string): string {
  return reasons.findLast((reason) => reason.startsWith(start))?.trimEnd() ?? '';
}

function headerOf(sealed: string | undefined): JsonObject | undefined {
  if (sealed === undefined) return undefined;
  try {
    return asObject(decodeProtectedHeader({ protected: sealed }));
  } catch {
    return undefined;
  }
}

type KeysFound = { readonly source: 'pinned' | 'key-set'; readonly keys: KeySet } | { readonly because: string };

/** Pinned keys speak alone: where an agent has any, a key set of its own origin no longer counts. */
async function keysFor(
  keyId: string | undefined,
  keySetUrl: string | undefined,
  pinned: TrustedAgent | undefined,
  { cardUrl, fetchKeySet }: VerifyOptions,
): Promise<KeysFound> {
  const ofPins = keysNamed(pinned?.keys ?? [], keyId);
  if (ofPins.length > 0) return { source: 'pinned', keys: ofPins };
  if (keySetUrl === undefined) {
    return { because: `names the key ${keyId ?? '(none)'}, which is not pinned, and no URL to get it from` };
  }
  const isPinned = pinned?.keySets.includes(keySetUrl) === true;
  if (!isPinned && pinned !== undefined) return { because: `names the key ${keyId ?? '(none)'}, which is not pinned` };
  const origin = originOf(keySetUrl);
  if (!isPinned && (cardUrl === undefined || origin === undefined || origin !== originOf(cardUrl))) {
    return {
      because: `names a key set at ${origin === undefined ? 'no URL' : new URL(keySetUrl).origin}, which is neither the card's own origin nor pinned`,
    };
  }
  if (fetchKeySet === undefined) return { because: 'names a key set, which was not fetched' };
  let answer: unknown;
  try {
    answer = await fetchKeySet(keySetUrl);
  } catch (error) {
    return {
      because: `names a key set that can't be had: ${error instanceof Error ? error.message : 'no reason given'}`,
    };
  }
  const set = readKeySet(answer);
  if (set === undefined) return { because: 'names a key set, and what is there is none' };
  const keys = keysNamed(set, keyId);
  if (keys.length === 0) return { because: `names the key ${keyId ?? '(none)'}, which the key set does not have` };
  return { source: isPinned ? 'pinned' : 'key-set', keys };
}
