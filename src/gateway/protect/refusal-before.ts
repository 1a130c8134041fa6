import { checkCardNegotiable } from '../../contract/negotiate.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import type { Refusal } from '../front/error-answer.ts';
import type { Desk } from '../sight/desk.ts';
import type { Visit } from '../visit.ts';

/** Why a first message is not to be sent at all: trust remembers that it was refused, or no such task can be carried through. */
export function refusalBefore(
  desk: Desk,
  { peer, rest }: Visit,
  { facts, dialect, binding }: ReadRequest,
): Refusal | undefined {
  if (facts.taskId) return undefined;
  const before = facts.messageId ? desk.trust.refusalOf(peer.cardUrl, facts.messageId) : undefined;
  if (before !== undefined) {
    return {
      name: 'UnsupportedOperation',
      message: `This work was given up at this agent before, and is not sent there again: ${before.why}.`,
    };
  }
  const { card, protection } = peer;
  if (card === undefined || protection.tasks === undefined) return undefined;
  const listed = peer.listedAt(rest, dialect, binding);
  const negotiation = checkCardNegotiable(
    listed === undefined ? card : { ...card, interfaces: [listed] },
    {
      bindings: [binding],
      versions: [dialect],
      credentials: heldByCaller(card.raw),
      extensions: facts.extensions ?? [],
    },
    protection.tasks,
    { view: desk.trust, cardUrl: peer.cardUrl },
  );
  if (negotiation.decision !== 'refuse') return undefined;
  const reasons = negotiation.reasons.map(({ rule, because }) => `${because} (${rule})`);
  return {
    name: 'UnsupportedOperation',
    message: `No such task can be carried through at this agent: ${reasons.join('; ')}.`,
  };
}

/** Which credentials a caller has is between it and the agent. */
function heldByCaller(card: Readonly<Record<string, unknown>>): Readonly<Record<string, `env:${string}`>> {
  const schemes = card['securitySchemes'];
  const names = typeof schemes === 'object' && schemes !== null ? Object.keys(schemes) : [];
  return Object.fromEntries(names.map((name) => [name, 'env:CALLER'] as const));
}
