import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';
import { onCancels, readTask } from '../parts/cancels.ts';
import { withStatus } from '../parts/reads.ts';

export const cancelInWordOnly = defineDeviation({
  name: 'cancel-in-word-only',
  title: 'answers a cancel with canceled, while reads say that the task works on',
  shows: 'a caller that trusts the answer leaves a task running',
  rules: ['cancel/ignored', 'cancel/never-settles', 'cancel/resurrected'],
  create: () => ({
    exchange: onCancels(async (exchange, next) => {
      const task = await readTask(exchange, next);
      if (task === undefined || isEnded(task.status.state)) return next(exchange);
      return { kind: 'task', task: withStatus(task, { state: 'canceled', message: undefined }) };
    }),
  }),
});
