import { defineDeviation } from '../../deviation.ts';
import type { Message, Part, StreamEvent, Task } from '../../model.ts';
import { stacked } from '../parts/operations.ts';
import { onStreams } from '../parts/streams.ts';
import { onTasks } from '../parts/tasks.ts';

export const resultInStatus = defineDeviation({
  name: 'result-in-status',
  title: 'tells its result in the message of its last status, and makes no artifact',
  shows: 'a caller that looks for artifacts finds an empty task',
  rules: ['stream/output-in-status', 'settle/empty-completed'],
  gravity: 'warning',
  create: () => ({ exchange: stacked(onStreams(told), onTasks(moved)) }),
});

function said(taskId: string, contextId: string, parts: readonly Part[]): Message {
  return { messageId: `result-${taskId}`, role: 'agent', parts, taskId, contextId };
}

function moved(task: Task): Task {
  const parts = (task.artifacts ?? []).flatMap((artifact) => artifact.parts);
  if (task.status.state !== 'completed') return { ...task, artifacts: undefined };
  const status = { ...task.status, message: said(task.id, task.contextId, parts) };
  return { ...task, artifacts: undefined, status };
}

async function* told(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  const parts: Part[] = [];
  for await (const event of events) {
    if (event.kind === 'task') parts.push(...(event.task.artifacts ?? []).flatMap((artifact) => artifact.parts));
    if (event.kind === 'artifact') parts.push(...event.artifact.parts);
    else if (event.kind === 'status' && event.status.state === 'completed') {
      yield { ...event, status: { ...event.status, message: said(event.taskId, event.contextId, parts) } };
    } else yield event.kind === 'task' ? { ...event, task: moved(event.task) } : event;
  }
}
