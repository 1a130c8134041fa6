import { defineDeviation } from '../../deviation.ts';
import type { Deliver, Delivery } from '../../exchange.ts';
import { pause } from '../../pause.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const pushOutOfOrder = defineDeviation({
  name: 'push-out-of-order',
  title: 'lets each delivery to a web-hook be overtaken by the next one',
  shows: 'a receiver that believes the last call thinks that an ended task works',
  rules: ['push/out-of-order'],
  gravity: 'warning',
  create: ({ stepMs, closing }) => {
    const held = new TaskMemory<Delivery | undefined>();
    return {
      push: async (delivery, next) => {
        const key = `${delivery.config.taskId} ${delivery.config.url}`;
        const before = held.get(key);
        if (before !== undefined) {
          held.set(key, undefined);
          await next(delivery);
          return next(before);
        }
        held.set(key, delivery);
        // The last one has nobody to be overtaken by; any other may be slow to come on a busy machine.
        if (await pause(20 * stepMs, closing)) await release(key, delivery, next);
      },
    };

    async function release(key: string, delivery: Delivery, next: Deliver): Promise<void> {
      if (held.get(key) !== delivery) return;
      held.set(key, undefined);
      await next(delivery);
    }
  },
});
