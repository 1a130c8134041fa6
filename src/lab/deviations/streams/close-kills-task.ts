import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import type { StreamEvent } from '../../model.ts';

export const closeKillsTask = defineDeviation({
  name: 'close-kills-task',
  title: 'cancels a task when somebody who watches it goes away',
  shows: 'a connection that breaks for a moment costs the caller the work',
  rules: ['stream/close-kills-task'],
  create: ({ closing }) => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      if (reply.kind !== 'stream') return reply;
      const stop = (taskId: string) => {
        const params = { taskId, tenant: exchange.params.tenant };
        void next({ ...exchange, operation: 'cancel', params, signal: closing });
      };
      return { ...reply, events: watched(reply.events, exchange, stop) };
    },
  }),
});

async function* watched(
  events: AsyncIterable<StreamEvent>,
  { signal }: Exchange,
  stop: (taskId: string) => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  let taskId: string | undefined;
  // Told here and not at the end: a caller that goes away leaves no event behind to notice it by.
  const left = () => taskId !== undefined && stop(taskId);
  signal.addEventListener('abort', left, { once: true });
  for await (const event of events) {
    if (event.kind === 'task') taskId = event.task.id;
    yield event;
  }
  signal.removeEventListener('abort', left);
}
