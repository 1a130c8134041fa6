import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Handler, Reply } from '../../exchange.ts';
import { isWaiting, type Task } from '../../model.ts';
import { readTask } from '../parts/cancels.ts';
import { on } from '../parts/operations.ts';
import { withStatus } from '../parts/reads.ts';
import { createCounter } from '../parts/task-memory.ts';

export const asksAgain = defineDeviation({
  name: 'asks-again',
  title: 'asks again and again, whatever it is answered',
  shows: 'a caller that answers by itself does so for ever',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: { times: { title: 'answers that it is not content with', value: 20 } },
  create: ({ knobs }) => {
    const count = createCounter();
    const ask = async (exchange: Exchange, next: Handler): Promise<Reply> => {
      const { message, tenant } = exchange.params;
      const task = await readTask({ ...exchange, params: { taskId: message?.taskId, tenant } }, next);
      if (task === undefined || !isWaiting(task.status.state) || count(task.id) > knobs.times) return next(exchange);
      const asked = withStatus(task, { timestamp: new Date().toISOString() });
      return exchange.operation === 'send' ? { kind: 'task', task: asked } : { kind: 'stream', events: only(asked) };
    };
    return {
      exchange: on(['send', 'stream'], (exchange, next) =>
        exchange.params.message?.taskId === undefined ? next(exchange) : ask(exchange, next),
      ),
    };
  },
});

async function* only(task: Task) {
  yield { kind: 'task', task } as const;
}
