import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The caller left its credentials out. */
export const extendedCardOpen: Rule = {
  id: 'auth/extended-card-open',
  title: 'The extended card is served without credentials',
  claim: 'securityRequirements',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '13.3, 3.1.11',
    revision: V1,
    says: 'The operation must require authentication, by one of the schemes in the public card.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '7.10, 4.4',
        revision: V03,
        says: 'The client must authenticate for the extended card, and the server must authenticate every request as declared. Judged where the card declares a scheme.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '7.10, 4.4',
        revision: V02,
        says: 'The client must authenticate for the extended card, and the server must authenticate every request as declared. Judged where the card declares a scheme. A plain GET there, since v0.2.1.',
      },
    },
  },
  certainty: 'certain',
  why: 'Details meant for known callers are open to all.',
  remedy: 'Require a declared scheme for the extended card, or put its content into the public card and drop the flag.',
  clauses: [
    clause(
      'card',
      (seen) => (seen.vantage.request.probe === 'anonymous' ? 'certain' : undefined),
      () => 'the extended card was served to a caller without credentials',
      { needs: FACT.probe },
    ),
  ],
  pair: {
    raises: scene((s) => s.call('GetExtendedAgentCard', { probe: 'anonymous' }).card({})),
    nearMiss: scene((s) => s.call('GetExtendedAgentCard', { identity: 'alice' }).card({})),
  },
};
