import { defineDeviation } from '../../deviation.ts';
import { inAnswer } from '../parts/tasks.ts';

export const historyFromStart = defineDeviation({
  name: 'history-from-start',
  title: 'cuts the history at the wrong end: the first messages are shown, however often',
  shows: 'a caller that asks for the last message reads its own first one',
  rules: ['history/oldest-returned'],
  gravity: 'warning',
  create: () => ({
    exchange: async (exchange, next) => {
      const { historyLength } = exchange.params;
      if (historyLength === undefined || historyLength < 1) return next(exchange);
      const reply = await next({ ...exchange, params: { ...exchange.params, historyLength: undefined } });
      return inAnswer(reply, (task) => ({ ...task, history: task.history?.slice(0, historyLength) }));
    },
  }),
});
