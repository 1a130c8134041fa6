/** The protocol versions that Probity speaks; each stands for all its patch releases. */
export const DIALECTS = ['0.2', '0.3', '1.0'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The protocol bindings, in the spelling of the 1.0 card (§5.8). */
export const BINDINGS = ['JSONRPC', 'HTTP+JSON', 'GRPC'] as const;
export type Binding = (typeof BINDINGS)[number];

/** The operations of A2A (§3.1), by their 1.0 names whatever the dialect calls them. */
export const OPERATIONS = [
  'SendMessage',
  'SendStreamingMessage',
  'GetTask',
  'ListTasks',
  'CancelTask',
  'SubscribeToTask',
  'CreateTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
  'GetExtendedAgentCard',
] as const;
export type Operation = (typeof OPERATIONS)[number];
