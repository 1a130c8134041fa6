import { sameContent } from '../../lifecycle/content.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';

/** D§4, invariant 1. What a canceled task still emits is `cancel/artifact-after`. */
export const unstableArtifacts: Rule = {
  id: 'settle/unstable-artifacts',
  title: 'Artifacts change after the task has ended',
  claim: 'task',
  severity: 'error',
  basis: { kind: 'policy', says: 'A task is over only when what it holds no longer changes.' },
  certainty: 'certain',
  why: 'Two callers, or one caller twice, get different results of one finished task.',
  remedy: 'Publish the terminal status last, after every artifact is stored.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { reads } = at.task;
        if (seen.vantage.operation !== 'GetTask' || !isTerminal(seen.task.state)) return undefined;
        if (reads?.state !== seen.task.state || seen.task.state === 'canceled') return undefined;
        return sameContent(at.content, reads.artifacts) ? undefined : 'certain';
      },
      (seen) => `two reads both say ${seen.task.state} and hold different artifacts`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('completed', { artifacts: { a1: 'first' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: 'first', a2: 'second' } });
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('working', { artifacts: { a1: 'first' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: 'first', a2: 'second' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a2: 'second', a1: 'first' } });
    }),
  },
};
