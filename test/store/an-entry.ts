import { checkCardNegotiable } from '../../src/contract/negotiate.ts';
import { cardWith } from '../../src/contract/setting.ts';
import type { DelegationEntry } from '../../src/store/journal.ts';
import { anInterface } from '../trust/sample-finding.ts';

/** A delegation as it is saved before its message is sent, for tests. */
export function anEntry(id: string, own: Partial<DelegationEntry> = {}): DelegationEntry {
  const key = anInterface();
  const negotiation = checkCardNegotiable(cardWith());
  if (!('plan' in negotiation)) throw new Error('there is a plan for such a card');
  const { explain: _, ...plan } = negotiation.plan;
  return {
    id,
    begunAt: 2,
    deadlineAt: 600_002,
    target: 'https://agent.example',
    agentName: 'Sample',
    key,
    plan,
    idempotencyKey: undefined,
    message: { messageId: `message-${id}`, at: 2, question: undefined },
    taskId: undefined,
    contextId: undefined,
    fence: undefined,
    delivered: {},
    ...own,
  };
}
