import { defineDeviation } from '../../deviation.ts';
import type { Task } from '../../model.ts';
import { onReads } from '../parts/reads.ts';
import { createCounter, TaskMemory } from '../parts/task-memory.ts';

export const staleReplica = defineDeviation({
  name: 'stale-replica',
  title: 'answers every second read from a replica that lags behind',
  shows: 'a caller that polls sees a task jump back and forth',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: { seconds: { title: 'seconds that the replica lags', value: 1 } },
  create: ({ knobs }) => {
    const count = createCounter();
    const shown = new TaskMemory<readonly { readonly at: number; readonly task: Task }[]>();
    return {
      exchange: onReads((task) => {
        const now = performance.now();
        const before = shown.get(task.id) ?? [];
        shown.set(task.id, [...before, { at: now, task }].slice(-20));
        if (count(task.id) % 2 === 1) return task;
        // What the replica has is the last that it was told before its lag began; at first it has what there is.
        return before.findLast(({ at }) => at <= now - knobs.seconds * 1000)?.task ?? before[0]?.task ?? task;
      }),
    };
  },
});
