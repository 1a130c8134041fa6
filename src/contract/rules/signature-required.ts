import { V1 } from '../../lifecycle/revision.ts';
import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';

const SAYS = {
  partial: 'is signed only in part',
  unverifiable: 'has a signature that can not be verified with the keys at hand',
  invalid: 'has a signature that does not verify',
  unsigned: 'is not signed',
  unchecked: 'has not been verified',
} as const;

export const signatureRequired: ContractRule = {
  id: 'contract/signature-required',
  title: 'The card lacks the signature that the profile asks for',
  severity: 'error',
  basis: invariant(
    'A signature is verified before anything of the card is relied on, where the policy asks for it. One that does not verify is never better than none.',
    '8.4.3',
    V1,
  ),
  certainty: 'certain',
  path: 'trust',
  why: 'The card may be somebody else’s, and with it the URLs, the security and every promise that the plan rests on.',
  remedy: 'Sign the card with a key that its readers can check, and sign it anew whenever it changes.',
  *check({ known: { signature = 'unchecked' }, abilities: { signatures, signatureKeys } }) {
    if (signatures === 'off' || signature === 'valid' || signature === 'partial') return;
    if (signatures === 'if-present' && signature !== 'invalid') return;
    if (signatureKeys === 'any' && (signature === 'unverifiable' || signature === 'unchecked')) return;
    yield { effect: 'refuses', because: `the card ${SAYS[signature]}`, pointer: '/signatures' };
  },
  pair: {
    raises: { card: cardWith(), profile: { signatures: 'required' }, known: { signature: 'unsigned' } },
    nearMiss: { card: cardWith(), profile: { signatures: 'required' }, known: { signature: 'valid' } },
  },
};
