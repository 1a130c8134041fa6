import { CardError } from '../card/card-error.ts';
import { factsOfRule } from '../catalogue/catalogue.ts';
import { UnnegotiableAgentCardError } from '../contract/unnegotiable-error.ts';
import { type Finding, lesser } from '../lifecycle/finding.ts';
import type { Assignment } from './assignment.ts';
import { GuardError } from './guard-error.ts';

/** Whether an error says that no byte of a message went out, since nobody was reached. */
export function isUnreached(error: unknown): error is GuardError {
  return error instanceof GuardError && error.code === 'agent-unreachable';
}

/** Whether an error says that the agent has got nothing. */
export function hasNothing(error: unknown): error is Error {
  return error instanceof CardError || error instanceof UnnegotiableAgentCardError || isUnreached(error);
}

/** What is found where nobody is reached at an interface of the card. The network may know more, so it is a suspicion. */
export function unreachedFinding({ peer, delegation }: Assignment): Finding | undefined {
  const { sendFailure: seen } = delegation.course.facts;
  const facts = factsOfRule('card/interface-unreachable');
  if (seen === undefined || facts === undefined) return undefined;
  const { binding, dialect } = peer.plan.interface;
  const own = facts.perDialect?.[dialect];
  return {
    rule: facts.id,
    severity: lesser(own?.severity ?? facts.severity, 'warning'),
    certainty: 'suspected',
    basis: own?.basis ?? facts.basis,
    claim: undefined,
    because: `${binding}: ${seen.message.replace(/\.$/, '')}`,
    taskId: undefined,
    seen,
  };
}
