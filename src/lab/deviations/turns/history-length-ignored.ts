import { defineDeviation } from '../../deviation.ts';

export const historyLengthIgnored = defineDeviation({
  name: 'history-length-ignored',
  title: 'shows the whole history, however little was asked for',
  shows: 'a caller that asks for a state is sent a conversation each time',
  rules: ['history/exceeds-length', 'history/zero-ignored'],
  create: () => ({
    exchange: (exchange, next) => {
      const { historyLength, ...params } = exchange.params;
      return next(
        historyLength === undefined ? exchange : { ...exchange, params: { ...params, historyLength: undefined } },
      );
    },
  }),
});
