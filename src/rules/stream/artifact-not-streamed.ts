import { missingFrom } from '../../lifecycle/content.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { wholeStream } from './stream-so-far.ts';

/** What a completed task holds was streamed, if only in the final Task. */
export const artifactNotStreamed: Rule = {
  id: 'stream/artifact-not-streamed',
  title: 'A completed task holds an artifact that its stream never brought',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'policy', says: 'What a completed task holds was streamed.' },
  certainty: 'certain',
  why: 'A caller that trusts the stream returns an incomplete result without knowing it.',
  remedy: 'Publish an artifact event for everything that is stored in the task, before its terminal status.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (seen.vantage.operation !== 'GetTask' || seen.task.state !== 'completed') return undefined;
        const whole = wholeStream(at.task);
        return whole !== undefined && missingFrom(at.content, whole.artifacts) !== undefined ? 'certain' : undefined;
      },
      (_seen, at) =>
        `a read shows artifact ${missingFrom(at.content, wholeStream(at.task)?.artifacts)}, and the whole stream didn't bring it`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'stored only' } });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'streamed ');
      stream.artifact('a1', 'in two chunks', { append: true });
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'streamed in two chunks' } });
    }),
  },
};
