import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const invalidAccepted = defineDeviation({
  name: 'invalid-accepted',
  title: 'takes messages that lack what a message must have',
  shows: 'a caller’s mistake becomes a task instead of an error',
  rules: ['error/invalid-params'],
  gravity: 'warning',
  create: () => ({
    exchange: on(['send', 'stream'], (exchange, next) => {
      const given = exchange.params.message;
      const parts = (given?.parts ?? []).length === 0 ? [{ text: 'hello' }] : (given?.parts ?? []);
      const messageId = given?.messageId || `made-up-${exchange.number}`;
      const message = { ...given, messageId, role: 'user' as const, parts };
      return next({ ...exchange, params: { ...exchange.params, message } });
    }),
  }),
});
