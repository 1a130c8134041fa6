import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { certaintyOf, isTransient } from '../errors.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The caller sent what is no JSON. */
export const parse: Rule = {
  id: 'error/parse',
  title: 'Malformed JSON is not answered as a parse error',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: '−32700 is the code for invalid JSON, and answers are `application/json`. On HTTP+JSON an error has a body in the error form. HTTP+JSON: any 4xx with an error body will do.',
    clause: '9.5, 9.1, 11.6',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '7, 6.11.2',
        revision: V03,
        says: "The HTTP answer must be a JSON-RPC response; `id` must be null when the request's could not be read.",
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '7, 6.11.2',
        revision: V02,
        says: "The HTTP answer must be a JSON-RPC response; `id` must be null when the request's could not be read.",
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'either',
  why: 'A client that breaks its request gets a page of HTML and cannot read what went wrong.',
  remedy: "Catch the parser's error in front of the handler, and answer −32700 with `id: null` as JSON.",
  clauses: [
    clause(
      'error',
      (seen, at) => {
        if (seen.vantage.request.probe !== 'malformed-body' || seen.name === 'ParseError' || isTransient(seen))
          return undefined;
        if (seen.name === 'InvalidRequest' || isRefusal(seen, at)) return undefined;
        return certaintyOf(seen);
      },
      (seen) => `a body that is no JSON is refused as ${seen.name} (HTTP ${seen.httpStatus})`,
      { needs: FACT.probe },
    ),
    clause(
      'error',
      (seen, at) => {
        if (seen.vantage.request.probe !== 'malformed-body' || seen.name !== 'InvalidRequest') return undefined;
        return isRefusal(seen, at) ? undefined : 'certain';
      },
      () => 'a body that is no JSON is refused as an invalid request',
      { needs: FACT.probe, severity: 'note' },
    ),
    clause(
      'failure',
      (seen) =>
        seen.vantage.request.probe === 'malformed-body' && seen.reason === 'unreadable' ? 'certain' : undefined,
      (seen) => `a body that is no JSON is answered by what is none either: ${seen.message}`,
      { needs: FACT.probe },
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ probe: 'malformed-body' }).error('UnsupportedOperation', { httpStatus: 400 })),
    nearMiss: scene((s) => s.send({ probe: 'malformed-body' }).error('ParseError')),
  },
};

/** On HTTP+JSON, which has no error of its own for it, any will do that says that the request is at fault. */
function isRefusal({ name, httpStatus }: ErrorSeen, at: Situation): boolean {
  if (at.task.peer.claims.binding !== 'HTTP+JSON' || httpStatus < 400 || httpStatus >= 500) return false;
  return name === 'other' || name === 'InvalidParams' || name === 'InvalidRequest';
}
