import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';
import { onReads, withStatus } from '../parts/reads.ts';
import { onEachEvent, tellsEnd } from '../parts/streams.ts';

export const neverEnds = defineDeviation({
  name: 'never-ends',
  title: 'finishes its work and says working for ever, on every channel',
  shows: 'whoever waits for the end waits for ever',
  rules: ['task/stuck', 'stream/no-terminal'],
  create: () => {
    const reads = onReads((task) =>
      isEnded(task.status.state) ? withStatus(task, { state: 'working', message: undefined }) : task,
    );
    const streams = onEachEvent((event) => (tellsEnd(event) ? [] : event));
    return {
      exchange: (exchange, next) => {
        if (exchange.operation !== 'send') return reads(exchange, (each) => streams(each, next));
        return next({ ...exchange, params: { ...exchange.params, blocking: false } });
      },
    };
  },
});
