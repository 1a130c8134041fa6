import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { must, said } from './authority.ts';
import { newCard } from './sample-cards.ts';
import { servedInstead } from './served-instead.ts';

export const notJson: CardRule = {
  id: 'card/not-json',
  title: 'What is served as the card is no JSON',
  severity: 'error',
  basis: must('14.3, 8.1', V1, 'What is at the well-known URI must be an AgentCard.'),
  perDialect: {
    '0.3': { basis: must('11.1.1, 5.1', V03, 'Agents must provide a valid AgentCard, which is a JSON document.') },
    '0.2': { severity: 'warning', basis: said('5.1', V02, 'The card is a JSON document.') },
  },
  certainty: 'certain',
  why: 'Nothing of the card can be read, so no work can be given to the agent.',
  remedy: "Let the card's path answer with the card itself: a proxy or a page for browsers may be standing before it.",
  about: 'serving',
  *check({ source, parsed: { fault } }) {
    for (const { what } of servedInstead(source, 'not-json')) yield { pointer: '', because: what };
    if (source.text === undefined || fault === undefined) return;
    const { what, line, column } = fault;
    yield { pointer: '', because: `it ${what}`, ...(line && column ? { at: { line, column } } : {}) };
  },
  pair: {
    raises: { text: `${JSON.stringify(newCard())},` },
    nearMiss: { text: `\uFEFF\n${JSON.stringify(newCard(), undefined, 2)}\n` },
  },
};
