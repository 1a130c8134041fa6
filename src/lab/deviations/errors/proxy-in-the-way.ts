import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';
import { createCounter } from '../parts/task-memory.ts';

export const proxyInTheWay = defineDeviation({
  name: 'proxy-in-the-way',
  title: 'has every third read of a task answered by a page of a proxy with status 502',
  shows: 'a caller that takes the page for the agent’s word gives up a task that is well',
  rules: ['error/foreign-answer'],
  gravity: 'warning',
  create: () => {
    const count = createCounter();
    return {
      exchange: on(['get'], async (exchange, next) => {
        if (count(exchange.params.taskId ?? '') % 3 !== 0) return next(exchange);
        const body = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
        return { kind: 'raw', status: 502, type: 'text/html', body };
      }),
    };
  },
});
