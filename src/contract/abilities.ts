import type { SignaturePolicy } from '../card/signature/signature-report.ts';
import { BINDINGS, type Binding, DIALECTS, type Dialect } from '../protocol/operation.ts';
import type { Acquirable, CredentialSource, Profile, PushListener } from './profile.ts';

/** A profile to reckon with: as it is, or with some of its fields as wide as they could be. */
export interface Abilities {
  readonly bindings: readonly Binding[];
  readonly versions: readonly Dialect[];
  readonly input: readonly string[];
  readonly output: readonly string[];
  /** `any`: whatever is asked for would be held. */
  readonly credentials: ReadonlyMap<string, CredentialSource> | 'any';
  readonly extensions: ReadonlySet<string> | 'any';
  readonly push: PushListener | 'ideal' | undefined;
  readonly blockingLimitMs: number;
  readonly pollBudgetMs: number;
  readonly signatures: SignaturePolicy;
  /** `any`: whatever key a signature asks for would be trusted. */
  readonly signatureKeys: 'own' | 'any';
}

/** What a client can do, and what it could if it had widened these fields. */
export function abilitiesOf(profile: Profile, widened: readonly Acquirable[] = []): Abilities {
  const wide = new Set(widened);
  return {
    bindings: wide.has('bindings') ? BINDINGS : profile.bindings,
    versions: wide.has('versions') ? DIALECTS : profile.versions,
    input: wide.has('input') ? [] : profile.input,
    output: wide.has('output') ? [] : profile.output,
    credentials: wide.has('credentials') ? 'any' : new Map(Object.entries(profile.credentials)),
    extensions: wide.has('extensions') ? 'any' : new Set(profile.extensions),
    push: wide.has('push') ? 'ideal' : profile.push,
    blockingLimitMs: wide.has('blockingLimit') ? Number.POSITIVE_INFINITY : profile.blockingLimitMs,
    pollBudgetMs: profile.pollBudgetMs,
    signatures: profile.signatures,
    signatureKeys: wide.has('signatures') ? 'any' : 'own',
  };
}
