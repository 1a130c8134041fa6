import { V1 } from '../../lifecycle/revision.ts';
import { asObject, asText } from '../../protocol/json.ts';
import { diffCards } from '../diff-cards.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { changesInWords } from './changes-in-words.ts';
import { newCard } from './sample-cards.ts';

export const sameVersion: CardRule = {
  id: 'card/same-version',
  title: 'The card changed, and its version did not',
  severity: 'note',
  basis: said('8.6.1', V1, 'The ETag of a card may be made from its version, which then has to change with it.'),
  certainty: 'certain',
  why: 'Whoever goes by the version takes the old card for the new one.',
  remedy: 'Raise `version` with every change of the card.',
  about: 'content',
  *check({ source: { before }, parsed, raw }) {
    if (before === undefined) return;
    const version = asText(raw['version']);
    if (version === undefined || version !== asObject(before.value)?.['version']) return;
    const changes = diffCards(before.value, parsed.value).filter(({ pointer }) => pointer !== '/signatures');
    if (changes.length > 0) yield { pointer: '/version', because: `at version ${version}, ${changesInWords(changes)}` };
  },
  pair: {
    raises: { value: newCard({ description: 'Translates.' }), before: { value: newCard(), since: 'earlier' } },
    nearMiss: {
      value: newCard({ description: 'Translates.', version: '2.1.1' }),
      before: { value: newCard(), since: 'earlier' },
    },
  },
};
