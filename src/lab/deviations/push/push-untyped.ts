import { defineDeviation } from '../../deviation.ts';

export const pushUntyped = defineDeviation({
  name: 'push-untyped',
  title: 'calls web-hooks without saying what the body is or of which version',
  shows: 'a receiver that goes by the type of the content refuses the call',
  rules: ['push/payload'],
  gravity: 'warning',
  create: () => ({
    push: (delivery, next) =>
      next({ ...delivery, call: { ...delivery.call, without: ['content-type', 'a2a-version'] } }),
  }),
});
