import { defineDeviation } from '../../deviation.ts';
import { onEndedReads, withStatus } from '../parts/reads.ts';

export const completedThenFailed = defineDeviation({
  name: 'completed-then-failed',
  title: 'shows a completed task as failed from the second read on',
  shows: 'the result that was handed on is disowned',
  rules: ['settle/flips', 'task/terminal-overwritten'],
  create: () => ({
    exchange: onEndedReads((task, read) =>
      task.status.state === 'completed' && read > 1 ? withStatus(task, { state: 'failed' }) : task,
    ),
  }),
});
