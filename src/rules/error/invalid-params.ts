import { FACT } from '../../lifecycle/fact.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { RequestFacts } from '../../protocol/observation.ts';
import { certaintyOf, isTransient } from '../errors.ts';
import { RESULTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The caller left a required member out. */
export const invalidParams: Rule = {
  id: 'error/invalid-params',
  title: 'A request without a required field is not refused as invalid',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.3.2, 5.7',
    revision: V1,
    says: 'Servers must validate all input before processing; required fields must be present.',
  },
  perDialect: {
    '0.3': {
      basis: { kind: 'must', clause: '10.2', revision: V03, says: 'Servers must rigorously validate all parameters.' },
    },
    '0.2': {
      basis: { kind: 'must', clause: '10.2', revision: V02, says: 'Servers must rigorously validate all parameters.' },
    },
  },
  certainty: 'either',
  why: 'Broken requests start work, or fail as if the server were in trouble.',
  remedy: 'Validate requests first and answer −32602, or HTTP 400, naming the field.',
  clauses: [
    clause(
      'error',
      (seen) => {
        if (seen.vantage.request.probe !== 'missing-member' || isTransient(seen)) return undefined;
        if (seen.name === 'InvalidParams' || seen.name === 'InvalidRequest') return undefined;
        return seen.name === 'other' && seen.httpStatus === 400 ? undefined : certaintyOf(seen);
      },
      (seen) => `a request without a required member is refused as ${seen.name} (code ${seen.code})`,
      { needs: FACT.probe },
    ),
    ...clauses(
      ['task', 'list'],
      (seen, at) =>
        at.task.peer.claims.dialect === '1.0' && negativeIn(seen.vantage.request) !== undefined ? 'certain' : undefined,
      (seen) => `${negativeIn(seen.vantage.request)} is negative, and the request is answered by a ${seen.kind}`,
    ),
    ...clauses(
      RESULTS,
      (seen) => (seen.vantage.request.probe === 'missing-member' ? 'certain' : undefined),
      (seen) => `a request without a required member is answered by a ${seen.kind}`,
      { needs: FACT.probe },
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ probe: 'missing-member' }).error('InternalError')),
    nearMiss: scene((s) => s.send({ probe: 'missing-member' }).error('InvalidParams')),
  },
};

/** The number in a request that no reading of it allows to be negative. */
function negativeIn({ historyLength = 0, pageSize = 0 }: RequestFacts): string | undefined {
  if (historyLength < 0) return 'historyLength';
  return pageSize < 0 ? 'pageSize' : undefined;
}
