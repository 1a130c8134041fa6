import { defineDeviation } from '../../deviation.ts';
import { dressed } from '../../http-message.ts';

export const typedWithCharset = defineDeviation({
  name: 'typed-with-charset',
  title: 'writes media types with parameters and in capitals',
  shows: 'a caller that compares media types letter by letter finds neither JSON nor a stream',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      const dress = dressed(reply.dress, (answer) => ({
        ...answer,
        type: `${answer.type.replace(/^[a-z]+/, (kind) => kind[0]?.toUpperCase() + kind.slice(1))}; charset=UTF-8`,
      }));
      return { ...reply, dress };
    },
  }),
});
