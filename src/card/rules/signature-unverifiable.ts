import { V1, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { signedSample } from './signed-sample.ts';

export const signatureUnverifiable: CardRule = {
  id: 'card/signature-unverifiable',
  title: 'There is no key to verify a signature of the card with',
  severity: 'note',
  basis: said('8.4.3', V1, 'Keys are had by the key id and the URL in the signature, or from a store of trusted keys.'),
  perDialect: {
    '0.3': { basis: said('5.5.6', V03, 'A signature verifies the integrity of the card.') },
  },
  appliesTo: { dialects: ['0.3', '1.0'] },
  certainty: 'certain',
  why: 'The signature proves nothing to this caller; the card is worth what an unsigned one is.',
  remedy: "Publish the keys on the card's own origin, or give callers the key to pin.",
  about: 'content',
  *check({ source: { signatures } }) {
    if (signatures?.by !== undefined) return;
    for (const { index, verdict, because } of signatures?.signatures ?? []) {
      if (verdict === 'unverifiable') yield { pointer: `/signatures/${index}`, because: `it ${because}` };
    }
  },
  pair: {
    raises: signedSample({
      verdict: 'unverifiable',
      because: 'names a key set on another origin, which is not pinned',
    }),
    nearMiss: signedSample({ verdict: 'partial' }),
  },
};
