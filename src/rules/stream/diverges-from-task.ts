import { differingIn, missingFrom } from '../../lifecycle/content.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { wholeStream } from './stream-so-far.ts';

/** A whole stream, put together, is the task that reads return (D§4, invariant 1). */
export const divergesFromTask: Rule = {
  id: 'stream/diverges-from-task',
  title: 'Stream and read tell different contents or ends',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'policy', says: 'The stream and the stored task are two views of one thing.' },
  certainty: 'certain',
  why: 'Which of the two the caller gets depends on how it happened to look.',
  remedy: 'Build the stored task and the stream from the same events, each applied once.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (seen.vantage.operation !== 'GetTask' || !isTerminal(seen.task.state)) return undefined;
        const whole = wholeStream(at.task);
        if (whole === undefined) return undefined;
        if (whole.state !== seen.task.state) return 'certain';
        if (seen.task.state !== 'completed') return undefined;
        const differs = differingIn(at.content, whole.artifacts) ?? missingFrom(whole.artifacts, at.content);
        return differs === undefined ? undefined : 'certain';
      },
      (seen, at) => {
        const whole = wholeStream(at.task);
        if (whole?.state !== seen.task.state)
          return `the stream ended with ${whole?.state}, a read says ${seen.task.state}`;
        const differing = differingIn(at.content, whole.artifacts);
        return differing === undefined
          ? `artifact ${missingFrom(whole.artifacts, at.content)} was streamed, and a read of the completed task lacks it`
          : `artifact ${differing} as streamed differs from artifact ${differing} as read`;
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'one');
      stream.artifact('a1', 'two', { append: true });
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'two' } });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'draft');
      stream.artifact('a1', 'fair copy');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'fair copy' } });
    }),
  },
};
