import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';
import { readTask } from '../parts/cancels.ts';
import { on } from '../parts/operations.ts';

export const acceptsAfterEnd = defineDeviation({
  name: 'accepts-after-end',
  title: 'takes a message to a task that has ended, and answers with the old result',
  shows: 'a caller that asks something new is given yesterday’s answer',
  rules: ['task/accepts-after-terminal'],
  create: () => ({
    exchange: on(['send', 'stream'], async (exchange, next) => {
      const { message, tenant } = exchange.params;
      if (message?.taskId === undefined) return next(exchange);
      const task = await readTask({ ...exchange, params: { taskId: message.taskId, tenant } }, next);
      return task !== undefined && isEnded(task.status.state) ? { kind: 'task', task } : next(exchange);
    }),
  }),
});
