import type { Exchange, Middleware } from '../../exchange.ts';
import type { TaskPage } from '../../model.ts';

/** Changes the pages of lists. */
export function onPages(change: (page: TaskPage, exchange: Exchange) => TaskPage): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    return reply.kind === 'page' ? { ...reply, page: change(reply.page, exchange) } : reply;
  };
}
