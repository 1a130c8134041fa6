import { V1, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { must, said } from './authority.ts';
import { signedSample } from './signed-sample.ts';

/** Where another signature holds, an invalid one may belong to a key that was retired. */
export const signatureInvalid: CardRule = {
  id: 'card/signature-invalid',
  title: 'A signature of the card does not verify',
  severity: 'error',
  basis: must(
    '8.4.1, 8.4.2',
    V1,
    'Signatures must be made over the canonical form of the card, with a header that names key and algorithm.',
  ),
  perDialect: {
    '0.3': { severity: 'warning', basis: said('5.5.6', V03, 'A signature verifies the integrity of the card.') },
  },
  appliesTo: { dialects: ['0.3', '1.0'] },
  certainty: 'certain',
  why: 'The card was changed after it was signed, or not signed by whom it names: any part of it may be false.',
  remedy:
    'Sign the card as it is served, last of all; a proxy that changes it has to sign it again or drop the signatures.',
  about: 'content',
  *check({ source: { signatures } }) {
    for (const { index, verdict, because } of signatures?.signatures ?? []) {
      if (verdict !== 'invalid') continue;
      const rotated = signatures?.by === undefined ? {} : { severity: 'note' as const };
      yield { pointer: `/signatures/${index}`, because: `it ${because}`, ...rotated };
    }
  },
  pair: {
    raises: signedSample({ verdict: 'invalid', because: 'verifies in none of the forms with the pinned key k1' }),
    nearMiss: signedSample({ verdict: 'valid' }),
  },
};
