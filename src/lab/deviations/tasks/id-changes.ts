import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';
import { onReads } from '../parts/reads.ts';

export const idChanges = defineDeviation({
  name: 'id-changes',
  title: 'answers reads with a task of another id',
  shows: 'a caller files what it reads under a task that it does not know',
  rules: ['task/id-changed'],
  create: () => ({
    exchange: on(
      ['get'],
      onReads((task) => ({ ...task, id: randomUUID() })),
    ),
  }),
});
