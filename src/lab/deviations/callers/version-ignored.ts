import { defineDeviation } from '../../deviation.ts';

export const versionIgnored = defineDeviation({
  name: 'version-ignored',
  title: 'answers requests of any version as if they were of its own',
  shows: 'a caller of another version misreads what it is answered',
  rules: ['version/unsupported-accepted', 'version/header-ignored'],
  dialects: ['1.0'],
  create: () => ({
    exchange: (exchange, next) => {
      if (exchange.refusal?.reason !== 'version-not-supported' || exchange.operation === 'other') return next(exchange);
      const headers = { ...exchange.headers, 'a2a-version': '1.0' };
      return next({ ...exchange, headers, refusal: undefined });
    },
  }),
});
