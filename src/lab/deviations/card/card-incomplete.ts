import { defineDeviation } from '../../deviation.ts';
import { onCardJson } from '../parts/cards.ts';

export const cardIncomplete = defineDeviation({
  name: 'card-incomplete',
  title: 'leaves fields out of its card that a card must have',
  shows: 'a caller with a strict schema refuses an agent that works',
  rules: ['card/schema'],
  create: () => ({
    exchange: onCardJson(({ version: _v, skills: _s, defaultInputModes: _m, ...card }) => card),
  }),
});
