import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { lacksRoute } from '../errors.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Not being let in says nothing about the card behind the door. */
export const extendedCardMissing: Rule = {
  id: 'auth/extended-card-missing',
  title: 'An extended card is declared but not served',
  claim: 'extendedAgentCard',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The operation is there when the flag is set; ExtendedAgentCardNotConfiguredError exists for an agent that declares it and has none. The text foresees the case, so it is a warning. Judged with valid credentials only.',
    clause: '3.1.11, 3.3.4',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The endpoint is there when `supportsAuthenticatedExtendedCard` is true; −32007 exists for the case.',
        clause: '7.10, 8.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The endpoint is there when the flag is true; 404 is listed for a declared card that is not implemented.',
        clause: '7.10',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Skills that are promised to known callers cannot be reached.',
  remedy: 'Configure the extended card, or set `capabilities.extendedAgentCard` to false.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const { operation, request } = seen.vantage;
        if (operation !== 'GetExtendedAgentCard' || at.task.peer.claims.extendedAgentCard !== true) return undefined;
        if (request.probe !== undefined) return undefined;
        if (lacksRoute(seen, at) || seen.name === 'ExtendedAgentCardNotConfigured') return 'certain';
        return seen.name === 'UnsupportedOperation' ? 'certain' : undefined;
      },
      (seen) => `the card declares an extended card, and it was refused as ${seen.name}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.call('GetExtendedAgentCard').error('ExtendedAgentCardNotConfigured'), {
      extendedAgentCard: true,
    }),
    nearMiss: scene((s) => s.call('GetExtendedAgentCard').error('Unauthenticated', { httpStatus: 401 }), {
      extendedAgentCard: true,
    }),
  },
};
