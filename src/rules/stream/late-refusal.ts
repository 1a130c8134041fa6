import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Where a refusal goes that is made before the stream begins, no text says. */
export const lateRefusal: Rule = {
  id: 'stream/late-refusal',
  title: 'A refusal is sent inside an event stream',
  claim: 'stream',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading: 'A call that is refused is answered by a plain error. Both forms are read.',
    clause: '9.4.2, 11.7',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.2', revision: V03 } },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'A stream that cannot be opened is answered by an HTTP error code, whose body MAY hold the JSON-RPC error.',
        clause: '7.2, 7.9',
        revision: V02,
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'A caller that looks at the status and the content type believes itself connected.',
  remedy: 'Check everything that can be refused before the stream headers are sent.',
  clauses: [
    clause(
      'error',
      (_seen, at) => (at.stream?.frames === 0 && (at.stream.flags & STREAM.opened) !== 0 ? 'certain' : undefined),
      (seen) => `${seen.vantage.operation} was answered by an event stream that holds nothing but ${seen.name}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.stream().error('InvalidParams')),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.error('InternalError');
    }),
  },
};
