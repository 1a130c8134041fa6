import type { Exchange, Middleware } from '../../exchange.ts';
import { isEnded, type Status, type Task } from '../../model.ts';
import { createCounter } from './task-memory.ts';

/** Changes each task that a read shows. */
export function onReads(change: (task: Task, exchange: Exchange) => Task): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    if (exchange.operation === 'get' && reply.kind === 'task') return { ...reply, task: change(reply.task, exchange) };
    if (reply.kind !== 'page') return reply;
    const tasks = reply.page.tasks.map((task) => change(task, exchange));
    return { ...reply, page: { ...reply.page, tasks } };
  };
}

/** Changes what reads show of an ended task; `read` counts the reads of its end, from 1. */
export function onEndedReads(change: (task: Task, read: number) => Task): Middleware {
  const count = createCounter();
  return onReads((task) => (isEnded(task.status.state) ? change(task, count(task.id)) : task));
}

export function withStatus(task: Task, status: Partial<Status>): Task {
  return { ...task, status: { ...task.status, ...status } };
}
