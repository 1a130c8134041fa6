import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';
import { onCancels, readTask } from '../parts/cancels.ts';
import { withStatus } from '../parts/reads.ts';

export const cancelAsksBack = defineDeviation({
  name: 'cancel-asks-back',
  title: 'answers the cancel of a running task with input-required, and works on',
  shows: 'the caller is asked a question instead of being let go',
  rules: ['cancel/ignored', 'cancel/not-terminal'],
  gravity: 'warning',
  create: () => ({
    exchange: onCancels(async (exchange, next) => {
      const task = await readTask(exchange, next);
      if (task === undefined || isEnded(task.status.state)) return next(exchange);
      return { kind: 'task', task: withStatus(task, { state: 'input-required' }) };
    }),
  }),
});
