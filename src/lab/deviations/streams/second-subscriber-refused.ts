import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import { Fault } from '../../fault.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const secondSubscriberRefused = defineDeviation({
  name: 'second-subscriber-refused',
  title: 'serves one stream of a task at a time and refuses the next',
  shows: 'a second watcher, or the same caller coming back too early, is turned away',
  rules: ['stream/subscribe-refused'],
  gravity: 'warning',
  create: () => {
    const open = new TaskMemory<number>();
    const counting = onStreams((events, exchange) => count(open, events, exchange));
    return {
      exchange: async (exchange, next) => {
        const { taskId = '' } = exchange.params;
        if (exchange.operation !== 'subscribe' || !open.get(taskId)) return counting(exchange, next);
        throw new Fault('unsupported-operation', 'Somebody is listening already.');
      },
    };
  },
});

/** The events, counting the stream among those of its task while it is open. */
async function* count(
  open: TaskMemory<number>,
  events: AsyncIterable<StreamEvent>,
  { params }: Exchange,
): AsyncGenerator<StreamEvent, void, undefined> {
  let taskId = params.taskId ?? params.message?.taskId;
  const add = (number: number) => taskId !== undefined && open.set(taskId, (open.get(taskId) ?? 0) + number);
  add(1);
  try {
    for await (const event of events) {
      if (taskId === undefined && event.kind === 'task') {
        taskId = event.task.id;
        add(1);
      }
      yield event;
    }
  } finally {
    add(-1);
  }
}
