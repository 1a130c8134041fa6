import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onCard } from '../parts/cards.ts';
import { on, stacked } from '../parts/operations.ts';

export const extendedCardMissing = defineDeviation({
  name: 'extended-card-missing',
  title: 'declares an extended card and has none',
  shows: 'what was promised to known callers can’t be had',
  rules: ['auth/extended-card-missing'],
  gravity: 'warning',
  create: () => ({
    exchange: stacked(
      onCard((card) => ({ ...card, extendedCard: true })),
      on(['extended-card'], async () => {
        throw new Fault('unsupported-operation', 'There is no extended card.');
      }),
    ),
  }),
});
