import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onCancels, readTask } from '../parts/cancels.ts';

export const cancelRefused = defineDeviation({
  name: 'cancel-refused',
  title: 'says that its tasks can’t be canceled, and finishes them',
  shows: 'a caller that must get rid of a task has no way to',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: onCancels(async (exchange, next) => {
      const task = await readTask(exchange, next);
      if (task === undefined) return next(exchange);
      throw new Fault('task-not-cancelable', `Task ${task.id} can't be canceled.`);
    }),
  }),
});
