import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { diffCards } from '../diff-cards.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { changesInWords } from './changes-in-words.ts';
import { newCard, skill } from './sample-cards.ts';

/** What a running task was planned by. */
const PLANNED_BY =
  /^\/(capabilities|supportedInterfaces|url|preferredTransport|additionalInterfaces|protocolVersion|security|default|skills\/\d+\/(inputModes|outputModes|security))/;

export const changedUnderTask: CardRule = {
  id: 'card/changed-under-task',
  title: 'The card changed while a task was running on what it said before',
  severity: 'warning',
  basis: said('8.6, 3.3.4', V1, 'Cards change infrequently, and say which operations clients may count on.'),
  perDialect: {
    '0.3': { basis: said('5.5.2', V03, 'The capabilities of a card say what the agent supports.') },
    '0.2': { basis: said('5.5.2', V02, 'The capabilities of a card say what the agent supports.') },
  },
  certainty: 'certain',
  why: 'The task can no longer be observed, cancelled or resumed in the way that it was begun.',
  remedy: 'Keep what was declared working until the tasks that were begun under it are over.',
  about: 'content',
  *check({ source: { before }, parsed }) {
    if (before?.since !== 'task') return;
    const changes = diffCards(before.value, parsed.value).filter(({ pointer }) => PLANNED_BY.test(pointer));
    const [first] = changes;
    if (first !== undefined) yield { pointer: first.pointer, because: changesInWords(changes) };
  },
  pair: {
    raises: {
      value: newCard({ capabilities: { streaming: false } }),
      before: { value: newCard(), since: 'task' },
    },
    nearMiss: {
      value: newCard({ version: '2.2.0', skills: [skill(), skill({ id: 'proofread' })] }),
      before: { value: newCard(), since: 'task' },
    },
  },
};
