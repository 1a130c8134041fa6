import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Streams under another type are `stream/not-sse`, deliveries to web-hooks `push/payload`. */
export const contentType: Rule = {
  id: 'error/content-type',
  title: "An answer is of another media type than its binding's",
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Both bindings name the content type of responses: `application/json` on JSON-RPC, `application/json` or `application/a2a+json` on HTTP+JSON. Said without a MUST.',
    clause: '9.1, 11.1, 14.1.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '3.2.1, 3.2.3',
        revision: V03,
        says: 'The content type of responses must be `application/json`.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '3.1',
        revision: V02,
        says: 'The content type of responses must be `application/json`.',
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'Clients that look at the type refuse an answer that is right, and proxies may alter it.',
  remedy: 'Set the content type of the binding on every answer, errors included.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'content-type' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('content-type', 'the body is text/plain');
      send.task('working');
    }),
    nearMiss: scene((s) => {
      const send = s.send();
      send.defect('encoding', 'the body is not UTF-8');
      send.task('working');
    }),
  },
};
