import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { on } from '../parts/operations.ts';

export const taskLost = defineDeviation({
  name: 'task-lost',
  title: 'tells the id of a task and never heard of it afterwards',
  shows: 'a caller has an id that leads nowhere, and work that it can neither see nor stop',
  rules: ['task/lost'],
  create: () => ({
    exchange: on(['get', 'cancel', 'subscribe'], async ({ params }) => {
      throw new Fault('task-not-found', `Task not found: ${params.taskId}`);
    }),
  }),
});
