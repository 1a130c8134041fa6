import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { diffCards } from '../diff-cards.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { changesInWords } from './changes-in-words.ts';
import { newCard } from './sample-cards.ts';

export const unstable: CardRule = {
  id: 'card/unstable',
  title: 'Two fetches within moments gave two cards',
  severity: 'warning',
  basis: said('8.6', V1, 'The content of a card changes infrequently.'),
  perDialect: {
    '0.3': { basis: said('5.1', V03, 'The card describes the identity and capabilities of the agent.') },
    '0.2': { basis: said('5.1', V02, 'The card describes the identity and capabilities of the agent.') },
  },
  certainty: 'certain',
  why: 'What was checked is not what the next client gets, and a verdict on the card holds for nobody else.',
  remedy: 'Serve one card from all replicas, and keep times, counters and request ids out of it.',
  about: 'content',
  *check({ source: { before }, parsed }) {
    if (before?.since !== 'moments') return;
    const [first, ...others] = diffCards(before.value, parsed.value);
    if (first !== undefined) yield { pointer: first.pointer, because: changesInWords([first, ...others]) };
  },
  pair: {
    raises: { value: newCard({ version: '2' }), before: { value: newCard({ version: '1' }), since: 'moments' } },
    nearMiss: { value: newCard({ version: '2' }), before: { value: newCard({ version: '1' }), since: 'earlier' } },
  },
};
