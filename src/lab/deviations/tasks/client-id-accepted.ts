import { defineDeviation } from '../../deviation.ts';
import { readTask } from '../parts/cancels.ts';
import type { Naming } from '../parts/ids.ts';
import { renamed } from '../parts/ids.ts';
import { on } from '../parts/operations.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const clientIdAccepted = defineDeviation({
  name: 'client-id-accepted',
  title: 'makes a task of whatever id a message names',
  shows: 'a caller with a wrong id begins a new task instead of being told',
  rules: ['task/client-id-accepted'],
  create: () => {
    const inner = new TaskMemory<string>();
    const outer = new TaskMemory<string>();
    const naming: Naming = {
      inward: (id) => inner.get(id) ?? id,
      outward: (id) => outer.get(id) ?? id,
    };
    const names = renamed(naming);
    return {
      ...names,
      exchange: on(['send', 'stream', 'get', 'cancel', 'subscribe'], async (exchange, next) => {
        const { message, tenant } = exchange.params;
        const asked = message?.taskId;
        const known = exchange.operation !== 'send' || asked === undefined || inner.get(asked) !== undefined;
        if (known || (await readTask({ ...exchange, params: { taskId: asked, tenant } }, next)) !== undefined) {
          return (names.exchange ?? ((each, inside) => inside(each)))(exchange, next);
        }
        const fresh = { ...exchange.params, blocking: false, message: { ...message, taskId: undefined } };
        const begun = await next({ ...exchange, params: fresh as typeof exchange.params });
        if (begun.kind !== 'task') return begun;
        inner.set(asked, begun.task.id);
        outer.set(begun.task.id, asked);
        return { ...begun, task: { ...begun.task, id: asked } };
      }),
    };
  },
});
