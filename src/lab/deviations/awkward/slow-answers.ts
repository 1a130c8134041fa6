import { defineDeviation } from '../../deviation.ts';
import { pause } from '../../pause.ts';
import { onStreams } from '../parts/streams.ts';

export const slowAnswers = defineDeviation({
  name: 'slow-answers',
  title: 'takes its time with every answer and every event',
  shows: 'a caller with little patience gives up on good work, or sends it again',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: { seconds: { title: 'seconds before each answer and each event', value: 2 } },
  create: ({ knobs, closing }) => {
    const late = onStreams(async function* (events, { signal }) {
      for await (const event of events) {
        if (!(await pause(knobs.seconds * 1000, signal, closing))) return;
        yield event;
      }
    });
    return {
      exchange: async (exchange, next) => {
        const reply = await late(exchange, next);
        await pause(knobs.seconds * 1000, exchange.signal, closing);
        return reply;
      },
    };
  },
});
