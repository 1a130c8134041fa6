import type { Task } from '../../protocol/model.ts';
import type { Observation, Observe, RequestFacts } from '../../protocol/observation.ts';
import type { AgentVoice } from './agent-voice.ts';

/** How many of the newest tasks are looked through, and how far back in each. */
const MOST_TASKS = 20;
const MOST_MESSAGES = 20;

/**
 * Looks for the task that a message has led to, where the dialect has a list. Returns whether it looks; `found` is then
 * told once.
 */
export function findByMessage(
  voice: AgentVoice,
  { messageId, contextId }: RequestFacts,
  observe: Observe,
  found: (task: Task | undefined) => void,
): boolean {
  if (!messageId || voice.codec.dialect !== '1.0') return false;
  let task: Task | undefined;
  const look = (seen: Observation): void => {
    observe(seen);
    if (seen.kind !== 'list') return;
    task = seen.tasks.find(({ history = [] }) => history.some((message) => message.messageId === messageId));
  };
  const context = contextId ? { contextId } : {};
  const list = { operation: 'ListTasks', pageSize: MOST_TASKS, historyLength: MOST_MESSAGES, ...context } as const;
  return voice.ask(list, look, () => found(task)) !== undefined;
}
