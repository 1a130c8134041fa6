import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const acceptedOutputIgnored = defineDeviation({
  name: 'accepted-output-ignored',
  title: 'answers in its own media type, whatever its caller can read',
  shows: 'a caller that asked for something it can read is given something else',
  rules: ['modes/unaccepted-output'],
  gravity: 'warning',
  create: () => ({
    exchange: on(['send', 'stream'], (exchange, next) =>
      next({ ...exchange, params: { ...exchange.params, acceptedOutputModes: undefined } }),
    ),
  }),
});
