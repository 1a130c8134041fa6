import { V1 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { unsignedSample } from './signed-sample.ts';

export const signatureMissing: CardRule = {
  id: 'card/signature-missing',
  title: 'The card is not signed, and the caller asks for a signature',
  severity: 'note',
  basis: said('8.4', V1, 'Cards may be signed; clients should verify at least one signature before they trust a card.'),
  certainty: 'certain',
  why: 'A caller that only works with signed cards does not work with this agent.',
  remedy: 'Sign the card with a key that callers can know, and publish it at the URL that the signature names.',
  about: 'content',
  *check({ source: { signatures } }) {
    if (signatures?.policy === 'required' && signatures.verdict === 'unsigned') {
      yield { pointer: '/signatures', because: 'there is none' };
    }
  },
  pair: { raises: unsignedSample('required'), nearMiss: unsignedSample('if-present') },
};
