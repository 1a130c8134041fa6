import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';

export const pushMissesEnd = defineDeviation({
  name: 'push-misses-end',
  title: 'calls web-hooks with all that happens but the end',
  shows: 'a caller that lives on its web-hook never learns that the task has ended',
  rules: ['push/misses-terminal'],
  create: () => ({
    push: async (delivery, next) => {
      if (!isEnded(delivery.task.status.state)) await next(delivery);
    },
  }),
});
