import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';
import { onTasks } from '../parts/tasks.ts';

export const noTimestamps = defineDeviation({
  name: 'no-timestamps',
  title: 'never says since when a state is so',
  shows: 'a caller that orders states by their times has nothing to go by',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => {
    const tasks = onTasks((task) => ({ ...task, status: { ...task.status, timestamp: undefined } }));
    const events = onEachEvent((event) =>
      event.kind === 'status' ? { ...event, status: { ...event.status, timestamp: undefined } } : event,
    );
    return { exchange: (exchange, next) => tasks(exchange, (each) => events(each, next)) };
  },
});
