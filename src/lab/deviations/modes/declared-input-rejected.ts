import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { on } from '../parts/operations.ts';

export const declaredInputRejected = defineDeviation({
  name: 'declared-input-rejected',
  title: 'refuses JSON, which its card says it takes',
  shows: 'a valid message is turned away',
  rules: ['modes/declared-input-rejected'],
  create: () => ({
    exchange: on(['send', 'stream'], async (exchange, next) => {
      const { message } = exchange.params;
      if (message?.parts.some(({ data }) => data !== undefined) !== true) return next(exchange);
      throw new Fault('content-type-not-supported', 'application/json is not accepted.');
    }),
  }),
});
