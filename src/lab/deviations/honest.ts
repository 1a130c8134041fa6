import { defineDeviation } from '../deviation.ts';

export const honest = defineDeviation({
  name: 'honest',
  title: 'keeps its word in everything',
  shows: 'nothing: whoever finds fault with this agent is wrong',
  rules: [],
  kind: 'honest',
  gravity: 'none',
  create: () => ({}),
});
