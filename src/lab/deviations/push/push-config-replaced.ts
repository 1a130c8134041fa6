import { defineDeviation } from '../../deviation.ts';
import type { PushConfig } from '../../model.ts';
import { on } from '../parts/operations.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const pushConfigReplaced = defineDeviation({
  name: 'push-config-replaced',
  title: 'keeps one push config a task: a second one replaces the first',
  shows: 'whoever asked first is never called again',
  rules: ['push/config-replaced'],
  dialects: ['0.3', '1.0'],
  create: () => {
    const kept = new TaskMemory<PushConfig>();
    return {
      exchange: on(['push-set'], async (exchange, next) => {
        const reply = await next(exchange);
        if (reply.kind !== 'push') return reply;
        const { taskId } = reply.config;
        const before = kept.get(taskId);
        kept.set(taskId, reply.config);
        if (before !== undefined && before.id !== reply.config.id) {
          const { tenant } = exchange.params;
          await next({ ...exchange, operation: 'push-delete', params: { taskId, configId: before.id, tenant } });
        }
        return reply;
      }),
    };
  },
});
