import { defineDeviation } from '../../deviation.ts';
import { stacked } from '../parts/operations.ts';
import { onEachEvent } from '../parts/streams.ts';
import { onTasks } from '../parts/tasks.ts';

export const resultMissing = defineDeviation({
  name: 'result-missing',
  title: 'completes every task without a result, on every channel',
  shows: 'a caller that goes by the state alone hands on nothing as a result',
  rules: ['settle/empty-completed'],
  gravity: 'warning',
  create: () => ({
    exchange: stacked(
      onEachEvent((event) => (event.kind === 'artifact' ? [] : event)),
      onTasks((task) => ({ ...task, artifacts: undefined })),
    ),
  }),
});
