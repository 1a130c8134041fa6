import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Handler } from '../../exchange.ts';
import type { StreamEvent } from '../../model.ts';
import { readTask } from '../parts/cancels.ts';
import { tellsEnd } from '../parts/streams.ts';

export const snapshotAtEnd = defineDeviation({
  name: 'snapshot-at-end',
  title: 'sends the whole task once more behind its end, as 1.0 allows',
  shows: 'a caller that appends what comes has everything twice, or calls it a task that never ended',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  dialects: ['1.0'],
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      return reply.kind === 'stream' ? { ...reply, events: andTask(reply.events, exchange, next) } : reply;
    },
  }),
});

async function* andTask(
  events: AsyncIterable<StreamEvent>,
  exchange: Exchange,
  next: Handler,
): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    yield event;
    if (event.kind !== 'status' || !tellsEnd(event)) continue;
    const { tenant } = exchange.params;
    const task = await readTask({ ...exchange, params: { taskId: event.taskId, tenant } }, next);
    if (task !== undefined) yield { kind: 'task', task };
  }
}
