import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import { onReads } from '../parts/reads.ts';

export const contextChanges = defineDeviation({
  name: 'context-changes',
  title: 'shows a task under another context at every read',
  shows: "follow-ups land in a conversation that doesn't exist",
  rules: ['task/context-changed'],
  create: () => ({ exchange: onReads((task) => ({ ...task, contextId: randomUUID() })) }),
});
