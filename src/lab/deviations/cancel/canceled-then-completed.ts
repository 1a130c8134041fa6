import { defineDeviation } from '../../deviation.ts';
import { onEndedReads, withStatus } from '../parts/reads.ts';

export const canceledThenCompleted = defineDeviation({
  name: 'canceled-then-completed',
  title: 'shows a canceled task as canceled at first and as completed later',
  shows: 'what the caller gave up is finished and billed',
  rules: ['cancel/resurrected', 'settle/flips', 'task/terminal-overwritten'],
  knobs: { reads: { title: 'reads that still say canceled', value: 1 } },
  create: ({ knobs }) => ({
    exchange: onEndedReads((task, read) =>
      task.status.state === 'canceled' && read > knobs.reads ? withStatus(task, { state: 'completed' }) : task,
    ),
  }),
});
