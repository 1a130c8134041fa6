import type { Methods } from '../dialect.ts';

/** Push configs can be neither listed nor deleted, and the extended card is no method. */
export const methods: Methods = {
  send: 'message/send',
  stream: 'message/stream',
  get: 'tasks/get',
  cancel: 'tasks/cancel',
  subscribe: 'tasks/resubscribe',
  'push-set': 'tasks/pushNotificationConfig/set',
  'push-get': 'tasks/pushNotificationConfig/get',
};
