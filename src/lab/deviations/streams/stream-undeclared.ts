import { defineDeviation } from '../../deviation.ts';
import { onCard } from '../parts/cards.ts';

export const streamUndeclared = defineDeviation({
  name: 'stream-undeclared',
  title: 'denies streaming in its card and streams all the same',
  shows: 'a caller polls for what it could be told',
  rules: ['stream/undeclared'],
  gravity: 'warning',
  create: () => ({ exchange: onCard((card) => ({ ...card, streaming: false })) }),
});
