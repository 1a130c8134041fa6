import type { Methods } from '../dialect.ts';
import { commonRoutes, type Route } from '../routes.ts';

export const methods: Methods = {
  send: 'SendMessage',
  stream: 'SendStreamingMessage',
  get: 'GetTask',
  list: 'ListTasks',
  cancel: 'CancelTask',
  subscribe: 'SubscribeToTask',
  'push-set': 'CreateTaskPushNotificationConfig',
  'push-get': 'GetTaskPushNotificationConfig',
  'push-list': 'ListTaskPushNotificationConfigs',
  'push-delete': 'DeleteTaskPushNotificationConfig',
  'extended-card': 'GetExtendedAgentCard',
};

/** The text subscribes by POST, the protocol buffers by GET. */
export const routes: readonly Route[] = [
  // Before the read of a task, whose id may have a colon.
  { operation: 'subscribe', method: 'GET', path: '/tasks/{taskId}:subscribe' },
  ...commonRoutes('', '/extendedAgentCard'),
];
