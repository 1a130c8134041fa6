import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';
import { readTask } from '../parts/cancels.ts';
import { on } from '../parts/operations.ts';
import { stayOpen } from '../parts/streams.ts';

export const subscribeToEnded = defineDeviation({
  name: 'subscribe-to-ended',
  title: 'opens a stream on a task that has ended, and sends nothing on it',
  shows: 'a caller that came too late is left to wait instead of being told',
  rules: ['stream/subscribe-after-terminal'],
  gravity: 'warning',
  dialects: ['1.0'],
  create: () => ({
    exchange: on(['subscribe'], async (exchange, next) => {
      const task = await readTask(exchange, next);
      if (task === undefined || !isEnded(task.status.state)) return next(exchange);
      return { kind: 'stream', events: stayOpen(exchange.signal) };
    }),
  }),
});
