import { defineDeviation } from '../../deviation.ts';
import type { Framing } from '../../exchange.ts';

export const oddFraming = defineDeviation({
  name: 'odd-framing',
  title: 'frames events in every way that the standard allows: comments, ids, CRLF, cut anywhere',
  shows: 'a caller that expects one event a chunk loses events or sees broken ones',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      return reply.kind === 'stream' ? { ...reply, framing: odd } : reply;
    },
  }),
});

const odd: Framing = (payload, index) => {
  const lines = index % 2 === 0 ? [`data:${payload}`, `id: ${index}`] : ['event: message', `data: ${payload}`];
  const text = [': keep-alive', '', 'retry: 3000', ...lines, '', ''].join(index % 3 === 0 ? '\r\n' : '\n');
  const third = Math.ceil(text.length / 3);
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
};
