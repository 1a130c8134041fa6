import type { Message } from '../../../src/protocol/model.ts';
import { askedAt, type Course, seenAt } from './course.ts';
import { any, at, type Definitions, isWaiting } from './definition.ts';
import { isRead } from './reads.ts';
import { framesOf, streamAt } from './streams.ts';
import { turnBefore } from './turns.ts';

/** What the agent says in messages of its own, and whether what it answers is what it did. */
export const WORDS: Definitions = {
  'task/wrong-role': any(
    at(['message'], ({ message }) => message.role === 'user'),
    at(['status'], ({ state, message }) => isWaiting(state) && message?.role === 'user'),
    at(['task'], ({ task }) => isWaiting(task.state) && task.statusMessage?.role === 'user'),
    at(['task'], ({ task, vantage }) => {
      const ours = vantage.request.messageId;
      const roles = (task.history ?? []).flatMap(({ messageId, role }) =>
        ours !== undefined && messageId === ours ? [role] : [],
      );
      return roles.length > 0 && new Set(roles).size === 1 && roles[0] === 'agent' ? 'suspected' : undefined;
    }),
  ),

  'task/empty-message': any(
    at(['message'], ({ message }) => message.parts.length === 0),
    at(['status'], ({ message }) => message?.parts.length === 0),
    at(['task'], ({ task }) => task.statusMessage?.parts.length === 0),
  ),

  'task/interrupt-unexplained': any(
    at(['status'], ({ state, message }) => (state === 'auth-required' && !message ? 'suspected' : undefined)),
    at(['task'], ({ task, vantage }) => {
      if (task.statusMessage) return undefined;
      if (task.state === 'auth-required') return 'suspected';
      const showsAll = vantage.request.historyLength !== 0 && vantage.operation !== 'SubscribeToTask';
      const said = [...(task.artifacts ?? []), ...(task.history ?? []).filter(({ role }) => role !== 'user')];
      return task.state === 'input-required' && showsAll && said.length === 0 ? 'suspected' : undefined;
    }),
  ),

  'task/foreign-message': any(
    at(['status'], ({ message, contextId }) => areOfOthers(contextId, message)),
    at(['task'], ({ task }) => areOfOthers(task.contextId, task.statusMessage, ...(task.history ?? []))),
    at(['task'], ({ task: { id, history = [] } }) => {
      const referred = history.flatMap(({ raw }) => raw?.['referenceTaskIds'] ?? []);
      const others = history.filter(({ role, taskId }) => role !== 'user' && taskId !== undefined && taskId !== id);
      return others.some(({ taskId = '' }) => !referred.includes(taskId)) ? 'suspected' : undefined;
    }),
  ),

  'task/message-id-reused': any(
    at(
      ['message'],
      ({ message, vantage }) => message.messageId !== undefined && message.messageId === vantage.request.messageId,
    ),
    at(['status'], ({ message }, course, place) => {
      const last = lastSaid(course, place);
      if (message?.messageId === undefined || message.messageId !== last?.messageId) return false;
      return JSON.stringify(message.parts) !== JSON.stringify(last.parts);
    }),
  ),

  'task/done-as-error': at(['task'], (seen, course, place) => {
    const turn = turnBefore(course, place);
    if (!isRead(course, place) || seen.task.state !== 'completed' || turn?.answered === undefined) return undefined;
    if (turn.error !== 'InternalError' || turn.before !== 'input-required') return undefined;
    return askedAt(course, place) > turn.answered ? 'suspected' : undefined;
  }),
};

/** Whether one of them says that it belongs to another context. */
function areOfOthers(contextId: string | undefined, ...messages: readonly (Message | undefined)[]): boolean {
  const named = messages.flatMap((message) => (message?.role === 'user' ? [] : (message?.contextId ?? [])));
  return contextId !== undefined && named.some((one) => one !== contextId);
}

/** The last message with an id that a status event on the same stream bore. */
function lastSaid(course: Course, place: number) {
  const stream = streamAt(course, place);
  if (stream === undefined) return undefined;
  const frames = framesOf(course, stream, place).map((k) => seenAt(course, k));
  return frames
    .map((seen) => (seen.kind === 'status' ? seen.message : undefined))
    .findLast((message) => message?.messageId !== undefined);
}
