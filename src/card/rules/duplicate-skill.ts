import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { asList, asObject, asText } from '../../protocol/json.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { newCard, skill } from './sample-cards.ts';

export const duplicateSkill: CardRule = {
  id: 'card/duplicate-skill',
  title: 'Two skills have the same id',
  severity: 'warning',
  basis: said('4.4.5', V1, 'The id is a unique identifier for the skill.'),
  perDialect: {
    '0.3': { basis: said('5.5.4', V03, 'The id is a unique identifier for the skill.') },
    '0.2': { basis: said('5.5.4', V02, 'The id is a unique identifier for the skill.') },
  },
  certainty: 'certain',
  why: 'Whoever picks a skill by its id gets one of the two, with modes and security that may differ.',
  remedy: 'Give each skill an id of its own.',
  about: 'content',
  *check({ raw }) {
    const first = new Map<string, number>();
    for (const [index, entry] of asList(raw['skills']).entries()) {
      const id = asText(asObject(entry)?.['id']);
      if (id === undefined) continue;
      const earlier = first.get(id);
      if (earlier === undefined) first.set(id, index);
      else yield { pointer: `/skills/${index}/id`, because: `skills[${earlier}] has the id ${JSON.stringify(id)} too` };
    }
  },
  pair: {
    raises: { value: newCard({ skills: [skill(), skill({ name: 'Translate aloud' })] }) },
    nearMiss: { value: newCard({ skills: [skill(), skill({ id: 'translate-aloud' })] }) },
  },
};
