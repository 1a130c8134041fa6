import type { TerminalState } from '../../protocol/task-state.ts';
import type { Refusal } from '../front/error-answer.ts';

export const UNREADABLE: Refusal = {
  name: 'InvalidAgentResponse',
  message: 'The agent answered with something that is no answer to this call.',
};
export const LOST: Refusal = {
  name: 'TaskNotFound',
  message:
    'The agent had this task, told no end of it, and says now that there is none. What became of it is not known.',
};
export const BROKEN: Refusal = { name: 'InternalError', message: 'The stream of the agent broke off.', status: 502 };
export const STOPPING: Refusal = {
  name: 'InternalError',
  message: 'The gateway is being stopped.',
  status: 503,
  retryAfter: 5,
};

/** Who knows that a task has ended has nothing to subscribe to. */
export function endedBefore(state: TerminalState): Refusal {
  const message = `The task has ended as ${state}, and nothing more will come of it. Read it instead.`;
  return { name: 'UnsupportedOperation', message };
}

/** Nothing tells what became of a message. */
export function unknownOutcome(because: string): Refusal {
  const sentence = because.charAt(0).toUpperCase() + because.slice(1);
  const message = `${sentence}. Whether the agent took the message in is not known; it was not sent again.`;
  return { name: 'InternalError', message, status: 502 };
}
