import type { ContractFinding, Negotiation, Reason } from './negotiation.ts';

/** No task was begun: card, profile and task class do not go together, or it can't be known yet whether they do. */
export class UnnegotiableAgentCardError extends Error {
  override readonly name = 'UnnegotiableAgentCardError';
  readonly code: 'refused' | 'deferred';
  readonly reasons: readonly Reason[];
  readonly findings: readonly ContractFinding[];
  readonly negotiation: Negotiation;

  /** @param agent what the agent is called in the message */
  constructor(
    negotiation: Extract<Negotiation, { readonly decision: 'refuse' | 'defer' }>,
    agent: string,
    options?: ErrorOptions,
  ) {
    const { reasons, findings, decision } = negotiation;
    const why = reasons.map(({ rule, because }) => `${because} (${rule})`).join('; ');
    const next =
      negotiation.decision === 'refuse'
        ? `${reasons.every(({ rule }) => rule === 'contract/no-such-skill') ? 'Ask for one of its skills, or give' : 'Give'} the work to another agent`
        : `It depends on ${negotiation.needs.map((need) => (need.kind === 'profile' ? need.field : need.channel)).join(', ')}`;
    super(`${agent} can't be given this task: ${why}. ${next}. Nothing was sent.`, options);
    this.code = decision === 'refuse' ? 'refused' : 'deferred';
    this.reasons = reasons;
    this.findings = findings;
    this.negotiation = negotiation;
  }
}
