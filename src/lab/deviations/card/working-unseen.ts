import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { isEnded, isWaiting } from '../../model.ts';
import { onCard } from '../parts/cards.ts';
import { on, stacked } from '../parts/operations.ts';
import { withStatus } from '../parts/reads.ts';
import { onTasks } from '../parts/tasks.ts';

export const workingUnseen = defineDeviation({
  name: 'working-unseen',
  title: 'denies streaming, says nothing of how often to ask, and shows submitted until its work is done',
  shows: 'nobody can tell work from a task that was never begun',
  rules: ['contract/unobservable-working'],
  gravity: 'warning',
  create: () => ({
    exchange: stacked(
      onCard((card) => ({ ...card, streaming: false })),
      on(['stream', 'subscribe'], async () => {
        throw new Fault('unsupported-operation', 'Streaming is not supported.');
      }),
      onTasks((task) => {
        const { state } = task.status;
        if (isEnded(state) || isWaiting(state)) return task;
        return { ...withStatus(task, { state: 'submitted', message: undefined }), artifacts: undefined };
      }),
    ),
  }),
});
