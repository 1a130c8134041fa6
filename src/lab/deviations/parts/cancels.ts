import type { Exchange, Handler, Middleware } from '../../exchange.ts';
import type { Task } from '../../model.ts';

/** Stands before cancels alone. */
export function onCancels(middleware: Middleware): Middleware {
  return (exchange, next) => (exchange.operation === 'cancel' ? middleware(exchange, next) : next(exchange));
}

/** The task of an exchange as the agent has it, or undefined if it has none. */
export async function readTask(exchange: Exchange, next: Handler): Promise<Task | undefined> {
  const { taskId, tenant } = exchange.params;
  const reply = await next({ ...exchange, operation: 'get', params: { taskId, tenant } });
  return reply.kind === 'task' ? reply.task : undefined;
}
