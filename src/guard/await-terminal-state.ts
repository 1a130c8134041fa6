import type { Task } from '../protocol/model.ts';
import { followTask } from './delegate.ts';
import type { DelegateOptions } from './delegate-options.ts';
import { GuardError } from './guard-error.ts';
import type { Outcome } from './outcome.ts';
import { AgentCardContractViolation } from './violations.ts';

/** A task whose end was verified. */
export type VerifiedEnd = Outcome & {
  readonly kind: 'completed' | 'failed' | 'rejected' | 'canceled';
  readonly confirmed: true;
  readonly task: Task;
};

/**
 * Waits until a task that somebody else has opened comes to an end that is verified: `completed` by two reads that agree,
 * `canceled` by a watch in which nothing moved (source document 000). Nothing is sent. Aborting leaves the task alone.
 *
 * @throws AgentCardContractViolation `unverified-end`, with the outcome, where the agent shows no stable end
 * @throws CardError, GuardError as `delegate`
 */
export async function awaitTerminalState(
  target: string,
  taskId: string,
  options: DelegateOptions = {},
): Promise<VerifiedEnd> {
  const running = followTask(target, taskId, { detach: true, aftercareMs: 0, ...options });
  const outcome = await running.outcome;
  if (isVerified(outcome)) return outcome;
  const { findings } = outcome;
  if (outcome.kind === 'outcome-unknown' && outcome.stopped !== undefined) {
    const message = `You stopped waiting for task ${taskId}, which goes on at the agent. Nothing is known of its end.`;
    throw new GuardError(message, { code: 'aborted', findings });
  }
  throw new AgentCardContractViolation(
    `Task ${taskId} came to no end that can be verified: its outcome is ${outcome.kind}. Read the outcome of this error before you use any result of it.`,
    { code: 'unverified-end', findings, outcome },
  );
}

function isVerified(outcome: Outcome): outcome is VerifiedEnd {
  switch (outcome.kind) {
    case 'completed':
    case 'failed':
    case 'rejected':
    case 'canceled':
      return outcome.confirmed && outcome.task !== undefined;
    default:
      return false;
  }
}
