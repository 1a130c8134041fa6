import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';
import { onTasks } from '../parts/tasks.ts';

export const hugeFields = defineDeviation({
  name: 'huge-fields',
  title: 'carries a lot of metadata with every task and event',
  shows: 'a caller that keeps all it is sent runs out of memory, one with a small limit refuses good answers',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: { kilobytes: { title: 'kB of metadata in each', value: 256 } },
  create: ({ knobs }) => {
    const metadata = { 'x-vendor/trace': 'x'.repeat(knobs.kilobytes * 1024) };
    const tasks = onTasks((task) => ({ ...task, metadata: { ...task.metadata, ...metadata } }));
    const events = onEachEvent((event) => {
      if (event.kind !== 'status' && event.kind !== 'artifact') return event;
      return { ...event, metadata: { ...event.metadata, ...metadata } };
    });
    return { exchange: (exchange, next) => tasks(exchange, (each) => events(each, next)) };
  },
});
