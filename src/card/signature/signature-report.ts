import type { JsonObject } from '../../protocol/json.ts';

/** What is done about signatures. `off`: they are not looked at. `required`: a card without a valid one is not used. */
export type SignaturePolicy = 'off' | 'if-present' | 'required';

/**
 * What the signatures of a card are worth.
 * - `valid`: one verifies with a key that counts, and covers all that the card says.
 * - `partial`: one verifies with a key that counts, but leaves members of the card out.
 * - `invalid`: none verifies, although for one at least the key was at hand.
 * - `unverifiable`: none verifies, for want of a key that counts.
 * - `unsigned`: there is none.
 * - `unchecked`: the policy is `off`.
 */
export type SignatureVerdict = 'valid' | 'partial' | 'unverifiable' | 'invalid' | 'unsigned' | 'unchecked';

/** How the card was put into bytes for signing (§8.4.1, and what signers in use make of it). */
export type CanonicalForm =
  /** By the presence rules of the text, unknown members left in. */
  | 'presence'
  /** As it stands, but for `signatures`. */
  | 'verbatim'
  /** By the presence rules, unknown members left out. */
  | 'known'
  /** Unknown members and everything empty left out. */
  | 'stripped'
  /** As `stripped`, in the JSON that Python writes. */
  | 'stripped-ascii';

/** What one signature is worth. */
export interface SignatureResult {
  /** Its place in `signatures`. */
  readonly index: number;
  readonly verdict: Exclude<SignatureVerdict, 'unsigned' | 'unchecked'>;
  readonly algorithm: string | undefined;
  readonly keyId: string | undefined;
  readonly keySetUrl: string | undefined;
  /** Where the key was had from that verified it, or failed to. */
  readonly key: 'pinned' | 'key-set' | undefined;
  readonly form: CanonicalForm | undefined;
  /** JSON Pointers of what it leaves out. */
  readonly outside: readonly string[];
  /** The rest of a sentence that starts with the signature. */
  readonly because: string;
}

/** What came of verifying a card's signatures. */
export interface SignatureReport {
  readonly policy: SignaturePolicy;
  readonly verdict: SignatureVerdict;
  readonly signatures: readonly SignatureResult[];
  /** The signature that the verdict rests on, where one verifies. */
  readonly by: SignatureResult | undefined;
  /** What of the card may be used: where a signature verifies what is signed, else all of it. */
  readonly usable: JsonObject;
}
