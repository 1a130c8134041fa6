import { defineDeviation } from '../../deviation.ts';
import { onTasks } from '../parts/tasks.ts';

export const noHistory = defineDeviation({
  name: 'no-history',
  title: 'shows no history with its tasks, as agents may',
  shows: 'a caller that looks for the question in the history does not find it',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({ exchange: onTasks((task) => ({ ...task, history: undefined })) }),
});
