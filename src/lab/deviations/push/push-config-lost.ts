import { defineDeviation } from '../../deviation.ts';

export const pushConfigLost = defineDeviation({
  name: 'push-config-lost',
  title: 'accepts push configs and forgets them',
  shows: 'the web-hook never rings and the caller waits for ever',
  rules: ['push/config-lost', 'push/never-delivered', 'push/inline-ignored'],
  create: () => ({
    exchange: async (exchange, next) => {
      const { push, taskId = '' } = exchange.params;
      if (push === undefined) return next(exchange);
      if (exchange.operation === 'push-set') return { kind: 'push', config: { ...push, taskId } };
      return next({ ...exchange, params: { ...exchange.params, push: undefined } });
    },
  }),
});
