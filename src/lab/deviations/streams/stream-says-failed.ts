import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';

export const streamSaysFailed = defineDeviation({
  name: 'stream-says-failed',
  title: 'tells failed on the stream and completed at reads',
  shows: 'a caller that lives on the stream throws a good result away',
  rules: ['stream/diverges-from-task', 'settle/disputed', 'task/terminal-overwritten'],
  create: () => ({
    exchange: onEachEvent((event) => {
      if (event.kind !== 'status' || event.status.state !== 'completed') return event;
      return { ...event, status: { ...event.status, state: 'failed' } };
    }),
  }),
});
