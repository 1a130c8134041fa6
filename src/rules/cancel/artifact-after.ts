import { sameContent } from '../../lifecycle/content.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { SILENT_AND_FINAL } from './silent-and-final.ts';

/** D§4, invariant 2. A frame read after a canceled answer may have been under way on another stream. */
export const artifactAfter: Rule = {
  id: 'cancel/artifact-after',
  title: 'Artifacts come after the task was canceled',
  claim: 'cancel',
  severity: 'error',
  basis: SILENT_AND_FINAL,
  certainty: 'either',
  why: 'The agent goes on working, at the caller’s expense, on a task that it calls canceled.',
  remedy: 'Stop the run before answering canceled, and drop whatever it still emits.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => {
        const since = at.task.cancel?.canceledAt;
        if (since === undefined || at.stream === undefined || isTerminal(at.stream.state)) return undefined;
        return seen.received - since > at.limits.inFlightGraceMs ? 'certain' : 'suspected';
      },
      (seen, at) =>
        `artifact ${seen.artifact.artifactId} came ${seen.received - (at.task.cancel?.canceledAt ?? 0)} ms after the agent said canceled`,
    ),
    clause(
      'task',
      (seen, at) => {
        const { reads } = at.task;
        if (seen.task.state !== 'canceled' || seen.vantage.operation !== 'GetTask' || reads?.state !== 'canceled')
          return undefined;
        return sameContent(at.content, reads.artifacts) ? undefined : 'certain';
      },
      () => 'two reads both say canceled and hold different artifacts',
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      s.cancel('canceled');
      s.wait(3_000);
      stream.artifact('a1', 'still at it');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      const cancel = s.call('CancelTask', { taskId: 't1' });
      s.wait(3_000);
      stream.artifact('a1', 'before the answer');
      cancel.task('canceled', { artifacts: { a1: 'before the answer' } });
      s.wait(3_000);
      s.read('canceled', { artifacts: { a1: 'before the answer' } });
    }),
  },
};
