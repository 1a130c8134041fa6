import { defineDeviation } from '../../deviation.ts';

export const pushNeverDelivered = defineDeviation({
  name: 'push-never-delivered',
  title: 'keeps push configs and never calls a web-hook',
  shows: 'a caller that went away to be called is never called',
  rules: ['push/never-delivered'],
  create: () => ({ push: async () => {} }),
});
