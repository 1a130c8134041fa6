import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { on } from '../parts/operations.ts';

export const resumeRefused = defineDeviation({
  name: 'resume-refused',
  title: 'asks for input and refuses every answer with an internal error',
  shows: 'a task that waits for its caller can only be canceled',
  rules: ['resume/not-accepted'],
  create: () => ({
    exchange: on(['send', 'stream'], async (exchange, next) => {
      if (exchange.params.message?.taskId === undefined) return next(exchange);
      throw new Fault('internal-error', 'Agent execution ended before any message or task was produced.');
    }),
  }),
});
