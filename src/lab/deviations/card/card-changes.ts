import { defineDeviation } from '../../deviation.ts';

export const cardChanges = defineDeviation({
  name: 'card-changes',
  title: 'serves another card at every fetch',
  shows: 'what was decided on the card no longer holds a moment later',
  rules: ['card/unstable'],
  gravity: 'warning',
  create: () => {
    let fetches = 0;
    return {
      exchange: async (exchange, next) => {
        const reply = await next(exchange);
        if (reply.kind !== 'card') return reply;
        const { card } = reply;
        fetches++;
        const description = `${card.description} Edition ${fetches}.`;
        return { ...reply, card: { ...card, version: `${card.version}-${fetches}`, description } };
      },
    };
  },
});
