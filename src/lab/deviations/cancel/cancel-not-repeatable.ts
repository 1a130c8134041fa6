import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onCancels, readTask } from '../parts/cancels.ts';

export const cancelNotRepeatable = defineDeviation({
  name: 'cancel-not-repeatable',
  title: 'refuses to cancel a task that it has canceled already',
  shows: 'a caller that asks again to be sure takes the refusal for a task that lives',
  rules: ['cancel/not-idempotent'],
  gravity: 'warning',
  dialects: ['1.0'],
  create: () => ({
    exchange: onCancels(async (exchange, next) => {
      const task = await readTask(exchange, next);
      if (task?.status.state !== 'canceled') return next(exchange);
      throw new Fault('task-not-cancelable', `Task not cancelable: ${task.id}`);
    }),
  }),
});
