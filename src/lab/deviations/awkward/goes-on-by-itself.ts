import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Handler } from '../../exchange.ts';
import { isWaiting, type StreamEvent, type Task } from '../../model.ts';
import { pause } from '../../pause.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const goesOnByItself = defineDeviation({
  name: 'goes-on-by-itself',
  title: 'asks its caller, and gets the answer from somebody else',
  shows: 'a caller that waits to be answered itself misses that the task went on',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: { seconds: { title: 'seconds until the answer comes', value: 2 } },
  create: ({ knobs, closing }) => {
    const answered = new TaskMemory<true>();

    const answerLater = async (taskId: string, exchange: Exchange, next: Handler) => {
      if (answered.get(taskId) === true) return;
      answered.set(taskId, true);
      if (!(await pause(knobs.seconds * 1000, closing))) return;
      const parts = [{ text: 'it has been settled elsewhere', mediaType: 'text/plain' }];
      const message = { messageId: randomUUID(), role: 'user', parts, taskId } as const;
      const params = { message, blocking: false, tenant: exchange.params.tenant };
      await next({ ...exchange, operation: 'send', params, signal: closing });
    };

    return {
      exchange: async (exchange, next) => {
        const see = ({ id, status }: Pick<Task, 'id' | 'status'>) => {
          if (isWaiting(status.state)) void answerLater(id, exchange, next);
        };
        const reply = await next(exchange);
        if (reply.kind === 'task') see(reply.task);
        return reply.kind === 'stream' ? { ...reply, events: watched(reply.events, see) } : reply;
      },
    };
  },
});

async function* watched(
  events: AsyncIterable<StreamEvent>,
  see: (task: Pick<Task, 'id' | 'status'>) => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    if (event.kind === 'task') see(event.task);
    if (event.kind === 'status') see({ id: event.taskId, status: event.status });
    yield event;
  }
}
