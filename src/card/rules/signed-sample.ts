import type { CardSource } from '../lint/card-source.ts';
import type { SignatureReport, SignatureResult } from '../signature/signature-report.ts';
import { newCard } from './sample-cards.ts';

const SIGNATURE = { protected: 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiSk9TRSJ9', signature: 'c2lnbmF0dXJl' };

/** The sound card with one signature that was found to be worth this. */
export function signedSample(result: Partial<SignatureResult> & Pick<SignatureResult, 'verdict'>): CardSource {
  const value = newCard({ signatures: [SIGNATURE] });
  const signature: SignatureResult = {
    index: 0,
    algorithm: 'ES256',
    keyId: 'k1',
    keySetUrl: undefined,
    key: 'pinned',
    form: undefined,
    outside: [],
    because: 'was looked at',
    ...result,
  };
  const by = result.verdict === 'valid' || result.verdict === 'partial' ? signature : undefined;
  return reported(value, { verdict: result.verdict, signatures: [signature], by });
}

/** The sound card without a signature, where the policy is this. */
export function unsignedSample(policy: SignatureReport['policy']): CardSource {
  return reported(newCard(), { policy, verdict: 'unsigned' });
}

function reported(value: SignatureReport['usable'], facts: Partial<SignatureReport>): CardSource {
  const report: SignatureReport = {
    policy: 'if-present',
    verdict: 'unchecked',
    signatures: [],
    by: undefined,
    usable: value,
    ...facts,
  };
  return { value, signatures: report };
}
