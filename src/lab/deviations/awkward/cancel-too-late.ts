import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';
import { pause } from '../../pause.ts';
import { onCancels, readTask } from '../parts/cancels.ts';

export const cancelTooLate = defineDeviation({
  name: 'cancel-too-late',
  title: 'has finished the task by the time it looks at a cancel',
  shows: 'a caller that believes in its cancel throws a good result away',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: ({ stepMs, closing }) => ({
    exchange: onCancels(async (exchange, next) => {
      for (;;) {
        const task = await readTask(exchange, next);
        if (task === undefined || isEnded(task.status.state)) return next(exchange);
        if (!(await pause(Math.max(1, stepMs / 4), exchange.signal, closing))) return { kind: 'drop' };
      }
    }),
  }),
});
