import { defineDeviation } from '../../deviation.ts';
import { onCard } from '../parts/cards.ts';

export const pushUndeclared = defineDeviation({
  name: 'push-undeclared',
  title: 'denies push notifications in its card and sends them all the same',
  shows: 'a caller does without what it could have',
  rules: ['push/undeclared-accepted'],
  gravity: 'warning',
  create: () => ({ exchange: onCard((card) => ({ ...card, pushNotifications: false })) }),
});
