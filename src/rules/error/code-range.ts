import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Positive codes that are an application's own begin at 1000 here; those below are HTTP statuses in the wrong place. */
export const codeRange: Rule = {
  id: 'error/code-range',
  title: 'The error is no JSON-RPC error, or its code none of JSON-RPC',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: "The code is a numeric JSON-RPC error code; A2A's are −32001 to −32099.",
    clause: '9.5',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '6.11.2, 3.2.1',
        revision: V03,
        says: 'The error must be a JSON-RPC error, whose code is an integer of that scheme.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '6.11.2, 3.2',
        revision: V02,
        says: 'The error must be a JSON-RPC error, whose code is an integer of that scheme.',
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC'] },
  certainty: 'certain',
  why: 'Clients that branch on the code fall through.',
  remedy:
    'Answer errors as JSON-RPC errors with the code of A2A or JSON-RPC, also where your web framework refuses, and keep HTTP statuses on HTTP.',
  clauses: [
    clause(
      'error',
      (seen) => (seen.code !== undefined && seen.code >= 100 && seen.code <= 599 ? 'certain' : undefined),
      (seen) => `the code of the error is ${seen.code}`,
    ),
    clause(
      'defect',
      (seen) => (seen.defect === 'error-shape' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().error('other', { code: 404 })),
    nearMiss: scene((s) => s.send().error('other', { code: -32099 })),
  },
};
