import { defineDeviation } from '../../deviation.ts';
import { onCancels, readTask } from '../parts/cancels.ts';
import { withStatus } from '../parts/reads.ts';

export const cancelAlwaysSucceeds = defineDeviation({
  name: 'cancel-always-succeeds',
  title: 'answers every cancel with canceled, also of tasks that have ended',
  shows: 'a finished result is thrown away as canceled',
  rules: ['cancel/terminal-accepted', 'cancel/resurrected'],
  create: () => ({
    exchange: onCancels(async (exchange, next) => {
      const reply = await next(exchange);
      if (reply.kind !== 'fault') return reply;
      const task = await readTask(exchange, next);
      return task === undefined ? reply : { kind: 'task', task: withStatus(task, { state: 'canceled' }) };
    }),
  }),
});
