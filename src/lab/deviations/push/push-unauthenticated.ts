import { defineDeviation } from '../../deviation.ts';

export const pushUnauthenticated = defineDeviation({
  name: 'push-unauthenticated',
  title: 'calls web-hooks without the credentials and token that were asked for',
  shows: 'a careful receiver turns the call away, a careless one believes anybody',
  rules: ['push/auth-missing'],
  create: () => ({
    push: (delivery, next) =>
      next({ ...delivery, call: { ...delivery.call, without: ['authorization', 'x-a2a-notification-token'] } }),
  }),
});
