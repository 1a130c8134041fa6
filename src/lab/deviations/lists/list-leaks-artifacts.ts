import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const listLeaksArtifacts = defineDeviation({
  name: 'list-leaks-artifacts',
  title: 'lists tasks with their artifacts, although nobody asked for them',
  shows: 'a caller that wants an overview is sent every result there is',
  rules: ['list/artifacts-leak'],
  dialects: ['1.0'],
  create: () => ({
    exchange: on(['list'], (exchange, next) =>
      next({ ...exchange, params: { ...exchange.params, includeArtifacts: true } }),
    ),
  }),
});
