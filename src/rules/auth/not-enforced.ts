import { FACT } from '../../lifecycle/fact.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Probe } from '../../protocol/observation.ts';
import { RESULTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The caller left its credentials out. */
export const notEnforced: Rule = {
  id: 'auth/not-enforced',
  title: 'A call without the declared credentials is served',
  claim: 'securityRequirements',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '7.4, 3.3.2',
    revision: V1,
    says: 'The server must authenticate every request as its card declares, and must reject requests without valid credentials. A requirement list with an empty entry allows anonymous calls. The card itself is public.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '4.4',
        revision: V03,
        says: 'The server must authenticate every incoming request as its card declares.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '4.4',
        revision: V02,
        says: 'The server must authenticate every incoming request as its card declares.',
      },
    },
  },
  certainty: 'certain',
  why: 'Anybody can run tasks and read results that the card says are protected.',
  remedy: 'Check the declared scheme in front of every operation on every interface.',
  clauses: clauses(
    [...RESULTS, 'list', 'config'],
    (seen, at) =>
      isOutsider(seen.vantage.request.probe) && at.task.peer.claims.anonymousAllowed === false ? 'certain' : undefined,
    (seen) =>
      `the card asks for credentials, and ${seen.vantage.operation} ${seen.vantage.request.probe === 'anonymous' ? 'without any' : 'with some that nobody was given'} was answered by a ${seen.kind}`,
    { needs: FACT.probe },
  ),
  pair: {
    raises: scene((s) => s.send({ probe: 'anonymous' }).task('working'), { anonymousAllowed: false }),
    nearMiss: scene((s) => s.send({ probe: 'anonymous' }).task('working'), { anonymousAllowed: true }),
  },
};

function isOutsider(probe: Probe | undefined): boolean {
  return probe === 'anonymous' || probe === 'forged-credentials';
}
