import { FACT } from '../../lifecycle/fact.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { EVENTS } from '../results.ts';
import { V1 } from '../revision.ts';

/** §3.1.2: a stream is a Task and its events, or exactly one Message. */
export const noTaskFirst: Rule = {
  id: 'stream/no-task-first',
  title: 'The stream does not begin with the task or a message',
  claim: 'stream.send',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2',
    revision: V1,
    says: 'A stream that tracks a task must begin with the Task object; otherwise it must hold exactly one Message.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'Without the Task the caller does not know the context, the history or the artifacts that already exist, and strict readers stop.',
  remedy: 'Send the Task snapshot as the first event, before any status or artifact event.',
  clauses: clauses(
    EVENTS,
    (_seen, at) => (at.stream?.frames === 0 && at.stream.operation === 'SendStreamingMessage' ? 'certain' : undefined),
    (seen) => `the first frame of the stream is a ${seen.kind} event`,
    { needs: FACT.first | FACT.streaming | FACT.send },
  ),
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
