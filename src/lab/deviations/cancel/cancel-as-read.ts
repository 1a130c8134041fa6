import { defineDeviation } from '../../deviation.ts';
import { onCancels } from '../parts/cancels.ts';

export const cancelAsRead = defineDeviation({
  name: 'cancel-as-read',
  title: 'answers a cancel by showing the task, and does nothing',
  shows: 'the work goes on and is paid for',
  rules: ['cancel/ignored', 'cancel/not-terminal'],
  create: () => ({
    exchange: onCancels((exchange, next) => {
      const { taskId, tenant } = exchange.params;
      return next({ ...exchange, operation: 'get', params: { taskId, tenant } });
    }),
  }),
});
