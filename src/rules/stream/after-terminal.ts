import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';
import { hasEnded, isRepeated } from './stream-so-far.ts';

/** A final Task in the same state may still follow (§11.7); an event that is merely repeated is told as that. */
export const afterTerminal: Rule = {
  id: 'stream/after-terminal',
  title: 'Events come after the terminal state on the same stream',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2, 3.5.2',
    revision: V1,
    says: 'The stream must close when the task is terminal, and events must come in the order in which they were generated. One last Task snapshot in the same state is allowed (11.7), even with artifacts not yet streamed.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted, and `final: true` marks the last event of the stream. A terminal state is final.',
        clause: '6.1, 7.2.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted (since v0.2.4), and `final: true` marks the last status of the cycle. A terminal state is final.',
        clause: '6.1, 7.2.2',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller has already acted on the end; what comes later is lost, or it overwrites a result in use.',
  remedy:
    'Write all artifacts before the terminal status, close the event queue when the task ends, and drop whatever is published later.',
  clauses: [
    ...clauses(
      ['status', 'artifact', 'message'],
      (seen, at) => {
        if (!hasEnded(at.stream) || isRepeated(at)) return undefined;
        return seen.kind !== 'message' && isForeign(seen.taskId, at.task) ? undefined : 'certain';
      },
      (seen, at) => `a ${seen.kind} came after ${at.stream?.state} on the same stream`,
      { needs: FACT.ended },
    ),
    clause(
      'task',
      (seen, at) =>
        hasEnded(at.stream) && seen.task.state !== at.stream?.state && !isForeign(seen.task.id, at.task)
          ? 'certain'
          : undefined,
      (seen, at) => `a Task that is ${seen.task.state} came after ${at.stream?.state} on the same stream`,
      { needs: FACT.ended },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.artifact('a1', 'late');
      stream.close('peer');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.task('completed', { artifacts: { a1: 'never streamed' } });
      stream.close('peer');
    }),
  },
};
