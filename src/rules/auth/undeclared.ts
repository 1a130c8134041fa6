import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A bare 403 may be a firewall's. The extended card may ask for more than the rest. */
export const undeclared: Rule = {
  id: 'auth/undeclared',
  title: 'Credentials are required, but the card declares none',
  claim: 'securityRequirements',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: "The client learns from the card's schemes what it needs. A card without requirements and a server that demands credentials contradict each other.",
    clause: '7.3, 4.4.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The client learns from the card what it needs.',
        clause: '4.3, 5.5',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The client learns from the card what it needs; no schemes means that none are advertised.',
        clause: '4.3, 5.5',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'The caller cannot know what to bring, and fails at the first call.',
  remedy: 'Declare the scheme in `securitySchemes` and the requirement beside it.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        if (seen.name !== 'Unauthenticated' || at.task.peer.claims.anonymousAllowed !== true) return undefined;
        if (seen.vantage.operation === 'GetExtendedAgentCard') return undefined;
        return seen.httpStatus === 401 ? 'certain' : 'suspected';
      },
      (seen) => `the card lets anybody call, and ${seen.vantage.operation} was refused with HTTP ${seen.httpStatus}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().error('Unauthenticated', { httpStatus: 401 }), { anonymousAllowed: true }),
    nearMiss: scene((s) => s.send().error('Unauthenticated', { httpStatus: 401 }), { anonymousAllowed: false }),
  },
};
