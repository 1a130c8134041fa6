import { defineDeviation } from '../../deviation.ts';
import { onCard } from '../parts/cards.ts';

export const cardDoublesSkills = defineDeviation({
  name: 'card-doubles-skills',
  title: 'lists two skills under one id',
  shows: 'a caller that picks a skill by id gets one of two',
  rules: ['card/duplicate-skill'],
  gravity: 'warning',
  create: () => ({
    exchange: onCard((card) => {
      const [first] = card.skills;
      return first === undefined ? card : { ...card, skills: [...card.skills, { ...first, name: 'Something else' }] };
    }),
  }),
});
