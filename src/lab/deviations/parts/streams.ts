import type { Exchange, Middleware } from '../../exchange.ts';
import { isEnded, type StreamEvent } from '../../model.ts';
import { aborted } from '../../pause.ts';

/** Makes other events of a stream's events. */
export type EventChange = (events: AsyncIterable<StreamEvent>, exchange: Exchange) => AsyncIterable<StreamEvent>;

/** Changes what streams bring, both of `stream` and of `subscribe`. */
export function onStreams(change: EventChange): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    return reply.kind === 'stream' ? { ...reply, events: change(reply.events, exchange) } : reply;
  };
}

/** Puts none, one or several events in the place of each. */
export function onEachEvent(change: (event: StreamEvent) => StreamEvent | readonly StreamEvent[]): Middleware {
  return onStreams(async function* (events) {
    for await (const event of events) {
      const changed = change(event);
      if ('kind' in changed) yield changed;
      else yield* changed;
    }
  });
}

/** No event, until the caller has gone. */
export async function* stayOpen(gone: AbortSignal): AsyncGenerator<never, void, undefined> {
  await aborted(gone);
  yield* [];
}

/** Whether the event tells that the task has ended. */
export function tellsEnd(event: StreamEvent): boolean {
  return event.kind === 'status' && isEnded(event.status.state);
}
