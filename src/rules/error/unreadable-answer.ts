import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** An answer that can be read, but is no answer, is told as a failure; a frame of that kind as lost. */
export const unreadableAnswer: Rule = {
  id: 'error/unreadable-answer',
  title: 'A success holds no answer to what was asked',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.1, 9.1',
    revision: V1,
    says: 'An operation must return what it is defined to return, a task or a message for a send, in a JSON-RPC response on JSON-RPC.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '7, 11.1.5',
        revision: V03,
        says: 'The answer must be a JSON-RPC response with the data structures of section 6.',
      },
    },
    '0.2': {
      basis: { kind: 'must', clause: '7', revision: V02, says: 'The HTTP answer must be a JSON-RPC response.' },
    },
  },
  certainty: 'certain',
  why: 'The caller has a success in hand and nothing to act on.',
  remedy: "Return the operation's own result type.",
  clauses: [
    clause(
      'failure',
      (seen) =>
        seen.reason === 'unreadable' && seen.vantage.request.probe !== 'malformed-body' ? 'certain' : undefined,
      (seen) => seen.message,
    ),
    clause(
      'defect',
      (seen) => (seen.defect === 'lost-frame' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().failure('unreadable')),
    nearMiss: scene((s) => s.send().failure('reset')),
  },
};
