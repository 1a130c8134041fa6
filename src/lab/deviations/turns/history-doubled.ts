import { defineDeviation } from '../../deviation.ts';
import { onTasks } from '../parts/tasks.ts';

export const historyDoubled = defineDeviation({
  name: 'history-doubled',
  title: 'has every message of the history twice',
  shows: 'a caller that counts its turns has answered twice',
  rules: ['history/duplicated'],
  gravity: 'warning',
  create: () => ({
    exchange: onTasks((task) => ({ ...task, history: task.history?.flatMap((message) => [message, message]) })),
  }),
});
