import { defineDeviation } from '../../deviation.ts';
import { onCard } from '../parts/cards.ts';

const extension = {
  uri: 'https://lab.example/extensions/receipts',
  description: 'Every answer carries a receipt.',
  required: true,
};

export const extensionNotEnforced = defineDeviation({
  name: 'extension-not-enforced',
  title: 'says that an extension is required, and works without it',
  shows: 'a caller stays away from an agent that it could use, or misses what the vendor thinks necessary',
  rules: ['extension/required-not-enforced'],
  create: () => ({
    exchange: onCard((card) => ({ ...card, extensions: [...(card.extensions ?? []), extension] })),
  }),
});
