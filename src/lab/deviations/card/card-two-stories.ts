import { defineDeviation } from '../../deviation.ts';
import { asList } from '../../wire/json.ts';
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
      const [first] = asList(card['supportedInterfaces'], (each) => each) ?? [];
      return first === undefined
        ? {
            ...card,
            supportedInterfaces: [
              { url: there, protocolBinding: card['preferredTransport'] ?? 'JSONRPC', protocolVersion: '1.0' },
            ],
          }
        : { ...card, url: there, preferredTransport: first['protocolBinding'], protocolVersion: '0.3.0' };
    }),
  }),
});
