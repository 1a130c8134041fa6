import { checkCardNegotiable } from '../../contract/negotiate.ts';
import type { Claim } from '../../lifecycle/finding.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import type { Refusal } from '../front/error-answer.ts';
import type { Desk } from '../sight/desk.ts';
import type { Visit } from '../visit.ts';

/** What is known of a first message before it is sent. */
export type CheckedBefore =
  /** Trust remembers that it was given up, or no such task can be carried through. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** It may go; `reliesOn`: the claims that its task rests on, where it is known what it needs. */
  | { readonly kind: 'sendable'; readonly reliesOn: readonly Claim[] };

const UNCHECKED: CheckedBefore = { kind: 'sendable', reliesOn: [] };

/** Whether a first message is to be sent at all. Answers to a task that waits are not asked about here. */
export function checkBefore(
  desk: Desk,
  { peer, rest }: Visit,
  { facts, dialect, binding }: ReadRequest,
): CheckedBefore {
  if (facts.taskId) return UNCHECKED;
  const before = facts.messageId ? desk.trust.refusalOf(peer.cardUrl, facts.messageId) : undefined;
  if (before !== undefined) {
    return refused(`This work was given up at this agent before, and is not sent there again: ${before.why}.`);
  }
  const { card, protection } = peer;
  if (card === undefined || protection.tasks === undefined) return UNCHECKED;
  const { profile = {} } = protection;
  const listed = peer.listedAt(rest, dialect, binding);
  const negotiation = checkCardNegotiable(
    listed === undefined ? card : { ...card, interfaces: [listed] },
    {
      ...profile,
      bindings: [binding],
      versions: [dialect],
      credentials: { ...heldByCaller(card.raw), ...profile.credentials },
      extensions: [...(profile.extensions ?? []), ...(facts.extensions ?? [])],
    },
    protection.tasks,
    { view: desk.trust, cardUrl: peer.cardUrl },
  );
  if (negotiation.decision === 'refuse') {
    const reasons = negotiation.reasons.map(({ rule, because }) => `${because} (${rule})`);
    return refused(`No such task can be carried through at this agent: ${reasons.join('; ')}.`);
  }
  return { kind: 'sendable', reliesOn: negotiation.decision === 'defer' ? [] : negotiation.plan.reliesOn };
}

function refused(message: string): CheckedBefore {
  return { kind: 'refused', refusal: { name: 'UnsupportedOperation', message } };
}

/** Which credentials a caller has is between it and the agent. */
function heldByCaller(card: Readonly<Record<string, unknown>>): Readonly<Record<string, `env:${string}`>> {
  const schemes = card['securitySchemes'];
  const names = typeof schemes === 'object' && schemes !== null ? Object.keys(schemes) : [];
  return Object.fromEntries(names.map((name) => [name, 'env:CALLER'] as const));
}
