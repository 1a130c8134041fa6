import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Read as most readers do it, by the last value; what the caller's own reader makes of the bytes isn't known. */
export const duplicateKey: Rule = {
  id: 'task/duplicate-key',
  title: 'An object has a key twice',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading:
      'Names within an object are unique. A2A says nothing of it, and JSON no more than SHOULD (RFC 8259, 4): which of the values counts is left to each reader.',
    clause: '9.1, 11.1',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '3.2.1, 3.2.3', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '3.1', revision: V02 } },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'Two readers of the same bytes see two tasks: what was checked on the way need not be what arrives.',
  remedy: 'Write JSON by a serialiser rather than by joining texts, and let no proxy add members that are there.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'duplicate-key' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('duplicate-key', 'an object has the key state twice');
      send.task('working');
    }),
    nearMiss: scene((s) => {
      const send = s.send();
      send.defect('control-character', 'a control character stands before the JSON');
      send.task('working');
    }),
  },
};
