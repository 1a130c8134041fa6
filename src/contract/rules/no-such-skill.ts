import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import { listWords } from '../terms/modes-words.ts';

export const noSuchSkill: ContractRule = {
  id: 'contract/no-such-skill',
  title: 'The card lists no skill of the name that the task is for',
  severity: 'error',
  basis: invariant('A task is begun only where the card says that the agent can do it. Skills are known by their id.'),
  certainty: 'certain',
  path: 'send',
  why: 'The work would go to an agent that does not claim to be able to do it, under modes and security that are guessed.',
  remedy:
    'Keep the ids of skills stable, and list on the public card or the extended one all that clients may ask for.',
  *check({ card, task }) {
    if (task.skill === undefined || card.skills.some(({ id }) => id === task.skill)) return;
    const listed = card.skills.map(({ id }) => id);
    const there = listed.length === 0 ? 'lists none' : `lists ${listWords(listed)}`;
    yield {
      effect: 'refuses',
      because: `the task is for the skill ${task.skill}, and the card ${there}`,
      pointer: '/skills',
    };
  },
  pair: {
    raises: { card: cardWith(), task: { skill: 'translate' } },
    nearMiss: { card: cardWith(), task: { skill: 'work' } },
  },
};
