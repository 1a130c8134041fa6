import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onCancels, readTask } from '../parts/cancels.ts';

export const cancelUnsupported = defineDeviation({
  name: 'cancel-unsupported',
  title: 'answers every cancel with an internal error, and works on',
  shows: 'nobody can stop a task, and no field of a card says so',
  rules: ['cancel/unsupported', 'cancel/wrong-error'],
  create: () => ({
    exchange: onCancels(async (exchange, next) => {
      const task = await readTask(exchange, next);
      if (task === undefined) return next(exchange);
      throw new Fault('internal-error', 'Cancel is not implemented.');
    }),
  }),
});
