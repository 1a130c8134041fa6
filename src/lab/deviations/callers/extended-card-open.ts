import { defineDeviation } from '../../deviation.ts';
import { onCard } from '../parts/cards.ts';
import { on, stacked } from '../parts/operations.ts';

export const extendedCardOpen = defineDeviation({
  name: 'extended-card-open',
  title: 'hands out its extended card to anybody',
  shows: 'what is meant for known callers is known to all',
  rules: ['auth/extended-card-open'],
  create: () => ({
    exchange: stacked(
      onCard((card) => ({ ...card, extendedCard: true, bearer: true })),
      on(['extended-card'], async (exchange, next) => {
        const reply = await next({ ...exchange, operation: 'card', refusal: undefined });
        if (reply.kind !== 'card') return reply;
        const secret = { id: 'secret', name: 'Not for everybody', description: 'For known callers.', tags: ['lab'] };
        return { ...reply, card: { ...reply.card, bearer: true, skills: [...reply.card.skills, secret] } };
      }),
    ),
  }),
});
