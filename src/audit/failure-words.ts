import type { FailureSeen } from '../protocol/observation.ts';

/** What an agent sends that is there, although nothing of it can be read. */
const SENT: ReadonlySet<FailureSeen['reason']> = new Set(['too-large', 'encoded']);

/** What who calls the agent may do about an answer beyond measure; who audits one has no such limit to raise. */
const FOR_CALLERS = / Raise the limit [^.]*\.$/;

/** How a call failed, and what to do about it. */
export function failureWords({ reason, message }: Pick<FailureSeen, 'reason' | 'message'>): string {
  if (reason !== 'too-large') return message;
  return message.replace(FOR_CALLERS, ' More is not read of any answer: let the agent send less, and audit it again.');
}

/** That a call led to nothing, and why. */
export function noAnswerWords(failure: Pick<FailureSeen, 'reason' | 'message'> | undefined): string {
  if (failure === undefined) return 'no answer: nothing came';
  return `${SENT.has(failure.reason) ? 'no answer that is read' : 'no answer'}: ${failureWords(failure)}`;
}

/** Why an audit can't go on with an agent, by what it does instead of answering a read of a task that nobody has. */
export function lostWords(instead: Pick<FailureSeen, 'reason' | 'message'>): string {
  const what = SENT.has(instead.reason)
    ? 'The agent answers even a read of a task that nobody has by something that is not read to its end'
    : 'The agent answers no more';
  return `${what}: ${failureWords(instead)}`;
}
