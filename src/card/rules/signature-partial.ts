import { V1, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { signedSample } from './signed-sample.ts';

export const signaturePartial: CardRule = {
  id: 'card/signature-partial',
  title: 'The signature leaves members of the card out',
  severity: 'warning',
  basis: said('8.4.1', V1, 'What is signed is the content of the card, without `signatures` and default values.'),
  perDialect: {
    '0.3': { basis: said('5.5.6', V03, 'A signature verifies the integrity of the card.') },
  },
  appliesTo: { dialects: ['0.3', '1.0'] },
  certainty: 'certain',
  why: 'Anybody on the way can have added these members or changed them, so they are not used.',
  remedy: 'Sign all of the card: drop members that the signer does not know, or sign with one that keeps them.',
  about: 'content',
  *check({ source: { signatures } }) {
    if (signatures?.verdict !== 'partial') return;
    for (const pointer of signatures.by?.outside ?? []) {
      yield { pointer, because: `signatures[${signatures.by?.index ?? 0}] does not cover it` };
    }
  },
  pair: {
    raises: signedSample({ verdict: 'partial', form: 'known', outside: ['/x-region'] }),
    nearMiss: signedSample({ verdict: 'valid', form: 'stripped' }),
  },
};
