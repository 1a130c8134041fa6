import type { Framing, Middleware } from '../../exchange.ts';

/** Sends the events of every stream in this framing. */
export function withFraming(framing: Framing): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    return reply.kind === 'stream' ? { ...reply, framing } : reply;
  };
}
