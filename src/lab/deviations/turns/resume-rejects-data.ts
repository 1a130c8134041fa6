import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Handler, Reply } from '../../exchange.ts';
import { isWaiting, type Message, type Task } from '../../model.ts';
import { readTask } from '../parts/cancels.ts';
import { onReads, withStatus } from '../parts/reads.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const resumeRejectsData = defineDeviation({
  name: 'resume-rejects-data',
  title: 'fails a task that waits for input when the answer is JSON, which its card says it takes',
  shows: 'a valid answer costs the caller the task',
  rules: ['resume/fails-on-declared-mode'],
  create: () => {
    const failed = new TaskMemory<Task>();
    const reads = onReads((task) => failed.get(task.id) ?? task);

    const refuse = async (exchange: Exchange, next: Handler): Promise<Reply> => {
      const { message, tenant } = exchange.params;
      const asked = { ...exchange, params: { taskId: message?.taskId, tenant } };
      const task = await readTask(asked, next);
      if (task === undefined || failed.get(task.id) !== undefined || !isWaiting(task.status.state))
        return next(exchange);
      await next({ ...asked, operation: 'cancel' }); // the task behind is of no use any more
      const told = fail(task);
      failed.set(task.id, told);
      return exchange.operation === 'send' ? { kind: 'task', task: told } : { kind: 'stream', events: tell(told) };
    };
    return {
      exchange: (exchange, next) =>
        holdsData(exchange.params.message) ? refuse(exchange, next) : reads(exchange, next),
    };
  },
});

function holdsData(message: Message | undefined): boolean {
  return message?.parts.some(({ data }) => data !== undefined) ?? false;
}

function fail(task: Task): Task {
  const message: Message = {
    messageId: `refusal-${task.id}`,
    role: 'agent',
    parts: [{ text: 'invalid params', mediaType: 'text/plain' }],
    taskId: task.id,
    contextId: task.contextId,
    metadata: { error: { code: -32602, message: 'invalid params' } },
  };
  return withStatus(task, { state: 'failed', message, timestamp: new Date().toISOString() });
}

async function* tell(task: Task) {
  yield { kind: 'task', task } as const;
}
