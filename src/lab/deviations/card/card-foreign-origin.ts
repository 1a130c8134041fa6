import { defineDeviation } from '../../deviation.ts';
import { onCardUrls } from '../parts/cards.ts';

export const cardForeignOrigin = defineDeviation({
  name: 'card-foreign-origin',
  title: 'says in its card that it is somewhere else altogether',
  shows: 'a caller takes its work and its credentials to a stranger',
  rules: ['card/foreign-origin'],
  gravity: 'warning',
  create: () => ({ exchange: onCardUrls((url) => url.replace(/^https?:\/\/[^/]+/, 'https://elsewhere.invalid')) }),
});
