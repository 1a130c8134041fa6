import { defineDeviation } from '../../deviation.ts';
import { onCardJson } from '../parts/cards.ts';

export const cardTwoStories = defineDeviation({
  name: 'card-two-stories',
  title: 'has the layouts of two versions in one card, which disagree about where it is',
  shows: 'two callers read one card and call two agents',
  rules: ['card/dialect-mix'],
  dialects: ['0.3', '1.0'],
  create: () => ({
    exchange: onCardJson((card) => {
      const there = 'https://elsewhere.invalid/a2a';
      return 'supportedInterfaces' in card
        ? { ...card, url: there, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' }
        : {
            ...card,
            supportedInterfaces: [{ url: there, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
          };
    }),
  }),
});
