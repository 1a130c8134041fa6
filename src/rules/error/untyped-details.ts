import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { asObject, asText } from '../../protocol/json.ts';
import { V1 } from '../revision.ts';

/** What proxies answer, and what refuses a caller before A2A begins, is not judged. */
export const untypedDetails: Rule = {
  id: 'error/untyped-details',
  title: 'The details of an error do not say what they are',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.3.2, 9.5, 11.6',
    revision: V1,
    says: 'The details of an error are a list of objects, each of which must name its type by `@type`.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'Clients find out by the type which error is meant and what may be done about it; without one they are left with a sentence.',
  remedy:
    'Send the details as a list of objects with `@type`, such as `{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": …, "domain": "a2a-protocol.org"}`: as `data` over JSON-RPC, as `details` over HTTP+JSON.',
  clauses: [
    clause(
      'error',
      (seen) =>
        seen.name !== 'other' && seen.name !== 'Unauthenticated' && !isTyped(seen.data) ? 'certain' : undefined,
      (seen) =>
        Array.isArray(seen.data)
          ? `the details of ${seen.name} hold something without “@type”`
          : `the details of ${seen.name} are no list of objects`,
    ),
  ],
  pair: {
    raises: scene((s) => s.call('GetTask', { taskId: 't1' }).error('TaskNotFound', { data: [{ reason: 'GONE' }] })),
    nearMiss: scene((s) =>
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound', {
        data: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'TASK_NOT_FOUND' }],
      }),
    ),
  },
};

/** There need not be any. */
function isTyped(details: unknown): boolean {
  if (details === undefined || details === null) return true;
  return Array.isArray(details) && details.every((one) => asText(asObject(one)?.['@type']) !== undefined);
}
