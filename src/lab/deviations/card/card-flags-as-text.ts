import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { onCardJson } from '../parts/cards.ts';

export const cardFlagsAsText = defineDeviation({
  name: 'card-flags-as-text',
  title: 'writes its capabilities as the texts "true" and "false"',
  shows: 'a caller that takes any text for true believes what the card denies',
  rules: ['card/capability-not-boolean'],
  create: () => ({
    exchange: onCardJson((card) => ({
      ...card,
      capabilities: Object.fromEntries(
        Object.entries(asObject(card['capabilities']) ?? {}).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? String(value) : value,
        ]),
      ),
    })),
  }),
});
