import { defaultPlan } from '../../src/contract/default-plan.ts';
import type { DelegationEntry } from '../../src/store/journal.ts';
import { anInterface } from '../trust/sample-finding.ts';

/** A delegation as it is saved before its message is sent, for tests. */
export function anEntry(id: string, own: Partial<DelegationEntry> = {}): DelegationEntry {
  const key = anInterface();
  const plan = defaultPlan({
    interfaces: [{ url: key.interfaceUrl, binding: key.binding, dialect: key.dialect, tenant: key.tenant }],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      stateTransitionHistory: false,
      extendedAgentCard: false,
      requiredExtensions: [],
    },
    inputModes: [],
    outputModes: [],
    defaultTimeout: undefined,
  });
  if (plan === undefined) throw new Error('there is a plan for such a card');
  return {
    id,
    begunAt: 2,
    deadlineAt: 600_002,
    target: 'https://agent.example',
    agentName: 'Sample',
    key,
    plan: {
      ...plan,
      probes: [],
      skill: undefined,
      inputModes: [],
      followUpModes: [],
      credentials: [],
      extensions: [],
      push: undefined,
      result: undefined,
      obligations: [],
    },
    idempotencyKey: undefined,
    message: { messageId: `message-${id}`, at: 2, question: undefined },
    taskId: undefined,
    contextId: undefined,
    fence: undefined,
    delivered: {},
    ...own,
  };
}
