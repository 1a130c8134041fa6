import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { looksLikeCard } from '../card-layout.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { must, said } from './authority.ts';
import { kindOf } from './check-shape.ts';
import { servedInstead } from './served-instead.ts';

export const notACard: CardRule = {
  id: 'card/not-a-card',
  title: 'What is served as the card is JSON of another kind',
  severity: 'error',
  basis: must('14.3', V1, 'What is at the well-known URI must be an AgentCard.'),
  perDialect: {
    '0.3': { basis: must('11.1.1, 5.5', V03, 'Agents must provide a valid AgentCard as defined in section 5.') },
    '0.2': { severity: 'warning', basis: said('5.5', V02, 'The members of a card are listed.') },
  },
  certainty: 'certain',
  why: 'No interface of the agent is known, so no work can be given to it.',
  remedy: 'Serve the card as the whole document, not within another one and not in a list.',
  about: 'serving',
  *check({ source, parsed: { value, fault }, object }) {
    for (const { what } of servedInstead(source, 'not-a-card')) yield { pointer: '', because: `it ${what}` };
    if ((source.text === undefined && source.value === undefined) || fault !== undefined) return;
    if (object === undefined) yield { pointer: '', because: `it is ${kindOf(value)}` };
    else if (!looksLikeCard(object)) yield { pointer: '', because: 'it has hardly any of the members of a card' };
  },
  pair: {
    raises: { value: { agents: [{ name: 'Translator', url: 'https://agent.example/' }] } },
    nearMiss: { value: { name: 'Translator', url: 'https://agent.example/' } },
  },
};
