import type { Message } from '../protocol/model.ts';
import type { TaskSeen } from '../protocol/observation.ts';
import { idPrint } from './frame-print.ts';
import type { Situation } from './situation.ts';

/** Whether a read shows all history that there is: some, and less than was asked for. */
export function showsAllHistory({ task: { history }, vantage }: TaskSeen): boolean {
  const { historyLength = Number.POSITIVE_INFINITY } = vantage.request;
  return history !== undefined && history.length > 0 && history.length < historyLength;
}

/** By which the oldest message of all history is known again; 0 if a read shows only a part, or no id. */
export function oldestShown(seen: TaskSeen, at: Situation): number {
  const messageId = showsAllHistory(seen) ? seen.task.history?.[0]?.messageId : undefined;
  return messageId === undefined ? 0 : idPrint(messageId, at.key);
}

/** Whether a history begins with the oldest message. @param print by which that is known; 0 if it is not */
export function isOldestShown(print: number, [first]: readonly Message[], { key }: Situation): boolean {
  return print !== 0 && first?.messageId !== undefined && idPrint(first.messageId, key) === print;
}

/** Whether a message is in the history that a read shows. @param print by which it is known */
export function isShown(print: number, { task: { history = [] } }: TaskSeen, at: Situation): boolean {
  return history.some(({ messageId }) => messageId !== undefined && idPrint(messageId, at.key) === print);
}
