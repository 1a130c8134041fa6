import { defineDeviation } from '../../deviation.ts';

export const chattyStream = defineDeviation({
  name: 'chatty-stream',
  title: 'fills the pauses of a stream with comments that keep the connection alive',
  shows: 'a caller that takes any byte for progress waits for ever on a task that stands still',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: ({ stepMs }) => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      if (reply.kind !== 'stream') return reply;
      return { ...reply, heartbeat: { everyMs: Math.max(1, stepMs / 4), text: ': keep-alive\n\n' } };
    },
  }),
});
