import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Handler, Reply } from '../../exchange.ts';
import { isEnded, type StreamEvent, type Task } from '../../model.ts';
import { pause } from '../../pause.ts';
import { readTask } from '../parts/cancels.ts';
import { onReads, withStatus } from '../parts/reads.ts';
import { onEachEvent } from '../parts/streams.ts';
import { TaskMemory } from '../parts/task-memory.ts';

/** What the caller is told of a task that was canceled in word only; `over` once the work has really stopped. */
interface Zombie {
  readonly told: Task;
  readonly over: boolean;
}

export const zombieCancel = defineDeviation({
  name: 'zombie-cancel',
  title: 'answers a cancel with canceled, works on, and ends as completed',
  shows: 'a canceled task goes on at the vendor, sends frames for a while and is completed in the end',
  rules: ['cancel/resurrected', 'cancel/artifact-after', 'cancel/stream-not-told', 'settle/flips'],
  knobs: { seconds: { title: 'seconds that the work goes on', value: 40 } },
  create: ({ knobs, closing }) => {
    const zombies = new TaskMemory<Zombie>();

    /** Lets the work go on for its time, then stops it for real and says that it was completed. */
    const bury = async (exchange: Exchange, next: Handler) => {
      if (!(await pause(knobs.seconds * 1000, closing))) return;
      const later = { ...exchange, signal: closing };
      const task = await readTask(later, next);
      if (task === undefined) return;
      const told = withStatus(task, { state: 'completed', message: undefined, timestamp: new Date().toISOString() });
      zombies.set(task.id, { told, over: true });
      if (!isEnded(task.status.state)) await next(later);
    };

    const cancel = async (exchange: Exchange, next: Handler): Promise<Reply> => {
      const task = await readTask(exchange, next);
      const zombie = task && zombies.get(task.id);
      if (task === undefined || (zombie?.over ?? isEnded(task.status.state))) return next(exchange);
      if (zombie !== undefined) return { kind: 'task', task: zombie.told };
      const told = withStatus(task, { state: 'canceled', message: undefined, timestamp: new Date().toISOString() });
      zombies.set(task.id, { told, over: false });
      void bury(exchange, next);
      return { kind: 'task', task: told };
    };

    // As much history as this read asked for.
    const reads = onReads((task) => ({ ...task, ...zombies.get(task.id)?.told, history: task.history }));
    const streams = onEachEvent((event) => {
      const zombie = event.kind === 'status' ? zombies.get(event.taskId) : undefined;
      return zombie?.over === true ? completed(event) : event;
    });
    return {
      exchange: (exchange, next) =>
        exchange.operation === 'cancel' ? cancel(exchange, next) : reads(exchange, (each) => streams(each, next)),
    };
  },
});

/** The end that the stream tells in the place of the real one. */
function completed(event: StreamEvent): StreamEvent {
  if (event.kind !== 'status') return event;
  return { ...event, status: { ...event.status, state: 'completed', message: undefined } };
}
