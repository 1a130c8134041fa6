import type { StreamRecord } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** §3.1.2: a stream is a Task and its events, or exactly one Message. */
export const noTaskFirst: Rule = {
  id: 'stream/no-task-first',
  title: 'The stream does not begin with the task',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'must', clause: '3.1.2', revision: V1 },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'The caller learns neither the context nor what the task holds already, and strict clients give up.',
  remedy: 'Send the Task object, or exactly one Message, before any status or artifact event.',
  clauses: [
    clause(
      'status',
      (_seen, at) => opensWithEvent(at.stream),
      () => 'the first frame of the stream is a status event',
    ),
    clause(
      'artifact',
      (_seen, at) => opensWithEvent(at.stream),
      () => 'the first frame of the stream is an artifact event',
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.status('working');
      stream.status('completed');
      stream.close('peer');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      stream.status('completed');
      stream.close('peer');
    }),
  },
};

function opensWithEvent(stream: StreamRecord | undefined): 'certain' | undefined {
  return stream?.frames === 0 && stream.operation === 'SendStreamingMessage' ? 'certain' : undefined;
}
