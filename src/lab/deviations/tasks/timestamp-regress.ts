import { defineDeviation } from '../../deviation.ts';
import { onReads, withStatus } from '../parts/reads.ts';

export const timestampRegress = defineDeviation({
  name: 'timestamp-regress',
  title: 'dates the status of a task 25 years back at reads',
  shows: 'whoever orders states by their time believes the older one',
  rules: ['task/timestamp-regress', 'task/stale-read'],
  gravity: 'warning',
  create: () => ({
    exchange: onReads((task) => withStatus(task, { timestamp: yearsBefore(task.status.timestamp, 25) })),
  }),
});

function yearsBefore(timestamp: string | undefined, years: number): string {
  const date = timestamp === undefined ? new Date() : new Date(timestamp);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString();
}
