import type { AgentSkill } from '../../card/agent-skill.ts';
import { namesLike } from '../../options/did-you-mean.ts';
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
    'Ask for a skill by its id, spelt as on the card. If the agent has this one all the same: list on the public card or ' +
    'the extended one all that clients may ask for, and keep the ids stable.',
  *check({ card, task }) {
    if (task.skill === undefined || card.skills.some(({ id }) => id === task.skill)) return;
    const listed = card.skills.map(({ id }) => id);
    const there = listed.length === 0 ? 'lists no skill' : `lists ${listWords(listed)}`;
    const [meant] = namesakesOf(task.skill, card.skills);
    yield {
      effect: 'refuses',
      because: `the task is for the skill ${task.skill}, and the card ${there}${meant === undefined ? '' : `; perhaps ${meant} is meant`}`,
      pointer: '/skills',
    };
  },
  pair: {
    raises: { card: cardWith(), task: { skill: 'translate' } },
    nearMiss: { card: cardWith(), task: { skill: 'work' } },
  },
};

/** The ids that may have been meant, the likeliest first. Some ask by the name that people read. */
function namesakesOf(given: string, skills: readonly AgentSkill[]): readonly string[] {
  const wanted = given.toLowerCase();
  const named = skills
    .filter(({ name }) => name.length === given.length && name.toLowerCase() === wanted)
    .map(({ id }) => id);
  const ids = skills.map(({ id }) => id);
  return [...named, ...namesLike(given, ids)];
}
