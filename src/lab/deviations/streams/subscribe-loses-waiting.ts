import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { isWaiting } from '../../model.ts';
import { readTask } from '../parts/cancels.ts';
import { on } from '../parts/operations.ts';

export const subscribeLosesWaiting = defineDeviation({
  name: 'subscribe-loses-waiting',
  title: 'says of a task that waits for its caller that there is none, to whoever subscribes to it',
  shows: 'a caller that comes back to answer gives its task up for lost',
  rules: ['stream/subscribe-refused', 'stream/subscribe-unsupported'],
  gravity: 'warning',
  create: () => ({
    exchange: on(['subscribe'], async (exchange, next) => {
      const task = await readTask(exchange, next);
      if (task === undefined || !isWaiting(task.status.state)) return next(exchange);
      throw new Fault('task-not-found', `Task not found: ${task.id}`);
    }),
  }),
});
