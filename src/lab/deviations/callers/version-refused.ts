import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';

export const versionRefused = defineDeviation({
  name: 'version-refused',
  title: 'refuses the very version that its card lists',
  shows: 'discovery succeeds, and no call ever does',
  rules: ['version/supported-refused'],
  dialects: ['1.0'],
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation === 'card') return next(exchange);
      throw new Fault('version-not-supported', 'Version 1.0 is not supported.');
    },
  }),
});
