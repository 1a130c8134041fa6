import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** An error that its own form would have told is judged by what it says; this one was hidden. */
export const errorInSuccess: Rule = {
  id: 'stream/error-in-success',
  title: 'An error is hidden in a successful answer',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.3.2',
    revision: V1,
    says: "Servers must return appropriate errors, with a code and a message, in the binding's own form (9.5, 11.6). A result that is no Task, Message or event, or that carries an error member, is an error that was not reported as one.",
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '6.11.2',
        revision: V03,
        says: '`result` must not exist if the method failed; `error` must be there then. On HTTP+JSON 3.2.3 asks for error answers in a consistent format with a fitting status.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '6.11.2',
        revision: V02,
        says: '`result` must not exist if the method failed; `error` must be there then.',
      },
    },
  },
  certainty: 'certain',
  why: 'The caller sees success and stores or drops a value of unknown shape.',
  remedy:
    'Put failures in the JSON-RPC `error` member or the HTTP error body; end a failing task with `failed` and a status message.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'error-in-success' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('error-in-success', 'an error is sent as the result of a success');
      send.error('InternalError');
    }),
    nearMiss: scene((s) => s.send().error('InternalError')),
  },
};
