import { FACT } from '../../lifecycle/fact.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { certaintyOf, isTransient, lacksRoute } from '../errors.ts';
import { RESULTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The caller made the method up. */
export const methodNotFound: Rule = {
  id: 'error/method-not-found',
  title: 'An unknown method is answered with another error',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: '−32601 is the code for a method that does not exist. On HTTP+JSON an unknown path is answered by a 4xx; no clause says which, so a note.',
    clause: '9.5',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '3.2.1, 8.1',
        revision: V03,
        says: 'Answers must adhere to JSON-RPC 2.0; −32601 is its code for an unknown method.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '3.2, 8.1',
        revision: V02,
        says: 'Answers must adhere to JSON-RPC 2.0; −32601 is its code for an unknown method.',
      },
    },
  },
  perBinding: { 'HTTP+JSON': 'note' },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'either',
  why: 'Falling back to another dialect or operation rests on this code.',
  remedy: 'Answer −32601 in a JSON-RPC error, and 404 for an unknown path.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        if (seen.vantage.request.probe !== 'unknown-method' || isTransient(seen)) return undefined;
        return lacksRoute(seen, at) || isUnknownPath(seen, at) ? undefined : certaintyOf(seen);
      },
      (seen) => `a method that no version has is refused as ${seen.name} (HTTP ${seen.httpStatus})`,
      { needs: FACT.probe },
    ),
    ...clauses(
      RESULTS,
      (seen) => (seen.vantage.request.probe === 'unknown-method' ? 'certain' : undefined),
      (seen) => `a method that no version has is answered by a ${seen.kind}`,
      { needs: FACT.probe },
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ probe: 'unknown-method' }).error('InvalidParams')),
    nearMiss: scene((s) => s.send({ probe: 'unknown-method' }).error('MethodNotFound')),
  },
};

/** On HTTP+JSON a path that nobody knows is told by its status alone, whatever reason comes with it. */
function isUnknownPath({ httpStatus }: ErrorSeen, at: Situation): boolean {
  return at.task.peer.claims.binding === 'HTTP+JSON' && (httpStatus === 404 || httpStatus === 405);
}
