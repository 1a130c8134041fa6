import type { Methods } from '../dialect.ts';
import { commonRoutes, type Route } from '../routes.ts';

export const methods: Methods = {
  send: 'message/send',
  stream: 'message/stream',
  get: 'tasks/get',
  cancel: 'tasks/cancel',
  subscribe: 'tasks/resubscribe',
  'push-set': 'tasks/pushNotificationConfig/set',
  'push-get': 'tasks/pushNotificationConfig/get',
  'push-list': 'tasks/pushNotificationConfig/list',
  'push-delete': 'tasks/pushNotificationConfig/delete',
  'extended-card': 'agent/getAuthenticatedExtendedCard',
};

export const routes: readonly Route[] = commonRoutes('/v1', '/card');
