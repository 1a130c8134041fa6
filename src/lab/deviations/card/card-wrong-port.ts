import { defineDeviation } from '../../deviation.ts';
import { onCardUrls } from '../parts/cards.ts';

export const cardWrongPort = defineDeviation({
  name: 'card-wrong-port',
  title: 'gives a port in its card at which nobody listens',
  shows: 'the card is read, and no call gets through',
  rules: ['card/interface-unreachable'],
  create: () => ({ exchange: onCardUrls((url) => url.replace(/^(https?:\/\/[^/:]+)(:\d+)?/, '$1:9')) }),
});
