import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Whoever may have it is not told of it. */
export const extendedCardUndeclared: Rule = {
  id: 'auth/extended-card-undeclared',
  title: 'An extended card is served although the card denies it',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.3.4, 3.1.11',
    revision: V1,
    says: 'Without `extendedAgentCard: true` the operation must be answered with UnsupportedOperationError.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The operation is there when `supportsAuthenticatedExtendedCard` is true.',
        clause: '7.10',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The endpoint is there when `supportsAuthenticatedExtendedCard` is true.',
        clause: '7.10',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Callers that read the card never ask for what they could have, and nobody looks at who else does.',
  remedy: 'Declare `capabilities.extendedAgentCard: true`, or refuse the operation with UnsupportedOperationError.',
  clauses: [
    clause(
      'card',
      (_seen, at) => (at.task.peer.claims.extendedAgentCard === false ? 'certain' : undefined),
      () => 'the card denies an extended card, and one is served',
    ),
  ],
  pair: {
    raises: scene((s) => s.call('GetExtendedAgentCard').card({}), { extendedAgentCard: false }),
    nearMiss: scene((s) => s.call('GetExtendedAgentCard').card({}), { extendedAgentCard: true }),
  },
};
