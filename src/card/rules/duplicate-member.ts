import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { scanJson } from '../../protocol/bindings/json-scan.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { findDuplicates } from '../lint/json-places.ts';
import { said } from './authority.ts';
import { newCard } from './sample-cards.ts';

const twice = JSON.stringify(newCard()).replace(/\}$/, ',"name":"Another"}');

export const duplicateMember: CardRule = {
  id: 'card/duplicate-member',
  title: 'A member is there twice',
  severity: 'warning',
  basis: said(
    '8.4.1',
    V1,
    'Cards are brought into a canonical form by RFC 8785, which has none for a name that is there twice.',
  ),
  perDialect: {
    '0.3': { basis: said('5.1', V03, 'The card is a JSON document, whose names should be unique (RFC 8259, 4).') },
    '0.2': { basis: said('5.1', V02, 'The card is a JSON document, whose names should be unique (RFC 8259, 4).') },
  },
  certainty: 'certain',
  why: 'Which of the two counts depends on the reader, so a checker and a client may see different cards.',
  remedy: 'Leave one of them out.',
  about: 'content',
  *check({ source }) {
    // The quick look tells whether the slow one is worth it.
    if (source.text === undefined || scanJson(source.text)?.kind !== 'duplicate-key') return;
    for (const [pointer, at] of findDuplicates(source.text)) {
      yield { pointer, because: 'readers differ in which of the two they take', at };
    }
  },
  pair: {
    raises: { text: twice },
    nearMiss: { text: JSON.stringify(newCard()) },
  },
};
