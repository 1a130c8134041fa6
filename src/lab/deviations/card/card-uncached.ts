import { defineDeviation } from '../../deviation.ts';
import { withoutCardHeaders } from '../parts/cards.ts';

export const cardUncached = defineDeviation({
  name: 'card-uncached',
  title: 'does not say how long its card may be kept, nor which edition it is',
  shows: 'a caller either asks each time or believes an old card',
  rules: ['card/no-cache-headers'],
  dialects: ['1.0'],
  gravity: 'warning',
  create: () => ({ exchange: withoutCardHeaders('cache-control', 'etag', 'last-modified') }),
});
