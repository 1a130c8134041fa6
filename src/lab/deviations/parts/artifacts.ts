import type { Middleware } from '../../exchange.ts';
import type { Artifact, StreamEvent, Task } from '../../model.ts';
import { onEachEvent } from './streams.ts';

/** Changes each artifact wherever it is shown: in answers, lists and streams. */
export function onArtifacts(change: (artifact: Artifact) => Artifact): Middleware {
  const ofTask = (task: Task): Task => ({ ...task, artifacts: task.artifacts?.map(change) });
  const streams = onEachEvent((event): StreamEvent => {
    if (event.kind === 'task') return { ...event, task: ofTask(event.task) };
    return event.kind === 'artifact' ? { ...event, artifact: change(event.artifact) } : event;
  });
  return async (exchange, next) => {
    const reply = await streams(exchange, next);
    if (reply.kind === 'task') return { ...reply, task: ofTask(reply.task) };
    if (reply.kind === 'page') return { ...reply, page: { ...reply.page, tasks: reply.page.tasks.map(ofTask) } };
    return reply;
  };
}
