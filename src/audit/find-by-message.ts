import type { Call } from '../protocol/call.ts';
import type { Task } from '../protocol/model.ts';
import type { ListSeen } from '../protocol/observation.ts';

/** As many as a page may hold: other scenarios begin tasks meanwhile. The message is the oldest of its history. */
export const NEWEST_TASKS = { operation: 'ListTasks', pageSize: 100, historyLength: 50 } as const satisfies Call;

/** The task that was begun by that message, among those of a page. */
export function taskOfMessage(page: ListSeen | undefined, messageId: string | undefined): Task | undefined {
  return page?.tasks.find(({ history }) => history?.some((one) => one.messageId === messageId));
}
