import { defineDeviation } from '../../deviation.ts';
import { onCard } from '../parts/cards.ts';

export const cardLooseModes = defineDeviation({
  name: 'card-loose-modes',
  title: 'lists modes that are no media types',
  shows: 'no caller can tell whether it is understood',
  rules: ['card/bad-media-type'],
  gravity: 'warning',
  create: () => ({
    exchange: onCard((card) => ({ ...card, inputModes: ['text', 'json'], outputModes: ['text', 'artifact'] })),
  }),
});
