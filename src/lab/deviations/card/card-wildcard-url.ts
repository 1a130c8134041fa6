import { defineDeviation } from '../../deviation.ts';
import { onCardUrls } from '../parts/cards.ts';

export const cardWildcardUrl = defineDeviation({
  name: 'card-wildcard-url',
  title: 'gives the address it listens on as the one to call: 0.0.0.0',
  shows: 'a caller on another machine calls itself',
  rules: ['card/loopback-url'],
  create: () => ({ exchange: onCardUrls((url) => url.replace(/^(https?:\/\/)[^/:]+/, '$10.0.0.0')) }),
});
