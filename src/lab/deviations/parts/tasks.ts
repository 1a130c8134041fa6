import type { Middleware, Reply } from '../../exchange.ts';
import type { StreamEvent, Task } from '../../model.ts';
import { onEachEvent } from './streams.ts';

/** Changes each task wherever it is shown whole: in answers, lists and streams. */
export function onTasks(change: (task: Task) => Task): Middleware {
  const streams = onEachEvent(
    (event): StreamEvent => (event.kind === 'task' ? { ...event, task: change(event.task) } : event),
  );
  return async (exchange, next) => inAnswer(await streams(exchange, next), change);
}

/** The reply with the tasks in it changed. */
export function inAnswer(reply: Reply, change: (task: Task) => Task): Reply {
  if (reply.kind === 'task') return { ...reply, task: change(reply.task) };
  if (reply.kind === 'page') return { ...reply, page: { ...reply.page, tasks: reply.page.tasks.map(change) } };
  return reply;
}
