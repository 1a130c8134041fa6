import type { Exchange, Middleware } from '../../exchange.ts';
import type { Fault } from '../../fault.ts';

/** Changes every refusal. */
export function onFaults(change: (fault: Fault, exchange: Exchange) => Fault): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    return reply.kind === 'fault' ? { ...reply, fault: change(reply.fault, exchange) } : reply;
  };
}
