import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Handler } from '../../exchange.ts';
import { isWaiting, type StreamEvent } from '../../model.ts';

export const staysOpenAtInterrupt = defineDeviation({
  name: 'stays-open-at-interrupt',
  title: 'keeps a stream open while it waits for its caller, and goes on with it afterwards',
  shows: 'a caller that answers only once the stream has closed never does',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      return reply.kind === 'stream' ? { ...reply, events: goOn(reply.events, exchange, next) } : reply;
    },
  }),
});

/** Where the agent behind closes, its task is subscribed to again. */
async function* goOn(
  events: AsyncIterable<StreamEvent>,
  exchange: Exchange,
  next: Handler,
): AsyncGenerator<StreamEvent, void, undefined> {
  let waiting: string | undefined;
  for await (const event of events) {
    const waits = event.kind === 'status' && isWaiting(event.status.state);
    if (event.kind === 'status') waiting = waits ? event.taskId : undefined;
    yield waits ? { ...event, final: false } : event;
  }
  if (waiting === undefined || exchange.signal.aborted) return;
  const { tenant } = exchange.params;
  const more = await next({ ...exchange, operation: 'subscribe', params: { taskId: waiting, tenant } });
  if (more.kind === 'stream') yield* goOn(withoutFirst(more.events), exchange, next);
}

/** The caller knows the task that a subscription begins with. */
async function* withoutFirst(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  let first = true;
  for await (const event of events) {
    if (!first || event.kind !== 'task') yield event;
    first = false;
  }
}
