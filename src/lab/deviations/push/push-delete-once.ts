import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { on } from '../parts/operations.ts';

export const pushDeleteOnce = defineDeviation({
  name: 'push-delete-once',
  title: 'refuses to delete a push config that is gone',
  shows: 'a caller that deletes again to be sure takes the refusal for a failure',
  rules: ['push/delete-not-idempotent'],
  gravity: 'warning',
  dialects: ['0.3', '1.0'],
  create: () => ({
    exchange: on(['push-delete'], async (exchange, next) => {
      const there = await next({ ...exchange, operation: 'push-get' });
      if (there.kind !== 'push') throw new Fault('task-not-found', 'There is no such push notification config.');
      return next(exchange);
    }),
  }),
});
