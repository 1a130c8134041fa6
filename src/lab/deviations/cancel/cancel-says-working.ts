import { defineDeviation } from '../../deviation.ts';
import { onCancels } from '../parts/cancels.ts';
import { withStatus } from '../parts/reads.ts';

export const cancelSaysWorking = defineDeviation({
  name: 'cancel-says-working',
  title: 'cancels a task and answers that it works',
  shows: 'a caller that reads only the answer thinks that the cancel failed',
  rules: ['cancel/not-terminal'],
  gravity: 'warning',
  create: () => ({
    exchange: onCancels(async (exchange, next) => {
      const reply = await next(exchange);
      return reply.kind === 'task' ? { kind: 'task', task: withStatus(reply.task, { state: 'working' }) } : reply;
    }),
  }),
});
