import type { Finding } from '../lifecycle/finding.ts';
import type { Part } from '../protocol/model.ts';
import type { InterruptedState } from '../protocol/task-state.ts';
import type { TrustAccount } from './trust-account.ts';
import { type FittedParts, fitParts, type ModePolicy } from './turn-parts.ts';
import { AgentCardContractViolation } from './violations.ts';

/**
 * Fits an answer to what the agent was seen to take at such a question.
 *
 * @throws AgentCardContractViolation where it doesn't take the answer, or it isn't known and is not to be tried
 */
export function fitTurn(
  parts: readonly Part[],
  kind: InterruptedState,
  account: Pick<TrustAccount, 'modeOf'>,
  policy: ModePolicy,
  findings: readonly Finding[],
): FittedParts & { readonly kind: 'fits' } {
  const fitted = fitParts(parts, (mode) => account.modeOf(kind, mode), policy);
  if (fitted.kind === 'fits') return fitted;
  const { mode, standing } = fitted;
  const why =
    standing === 'rejected'
      ? `The agent does not take ${mode} at ${kind}, whatever its card says. Answer in another type.`
      : `It isn't known whether the agent takes ${mode} at ${kind}: its card is no proof. Answer in another type, or resume with unknownModes: 'try'.`;
  throw new AgentCardContractViolation(`${why} Nothing was sent, and the task waits as before.`, {
    code: standing === 'rejected' ? 'mode-rejected' : 'mode-unknown',
    findings,
  });
}
