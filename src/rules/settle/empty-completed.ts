import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Task } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Some agents put their result into the status message; that counts. */
export const emptyCompleted: Rule = {
  id: 'settle/empty-completed',
  title: 'A task completes without any result',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Results SHOULD be returned as artifacts, and messages SHOULD NOT carry them. Neither an artifact nor a status message counts as empty. If the task class has a predicate on the result, its failure is `completed-unusable`.',
    clause: '3.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Completed tasks SHOULD return their output as artifacts.',
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Results of a completed task are typically in its artifacts or its status message.',
        clause: '6.3',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller gets a success with nothing in it and cannot tell a finished job from a lost result.',
  remedy: 'Return the result as an artifact; if there is nothing to return, say so in the status message.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        at.settles && seen.task.state === 'completed' && isWithoutResult(seen.task) ? 'certain' : undefined,
      () => 'two reads agree that the task is completed, and it holds neither an artifact nor a status message',
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed', { artifacts: { a1: ' \n' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: ' \n' } });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('completed', { artifacts: { a1: [{ data: null }] } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: [{ data: null }] } });
    }),
  },
};

function isWithoutResult({ artifacts, statusMessage }: Task): boolean {
  return [statusMessage?.parts ?? [], ...(artifacts ?? []).map((artifact) => artifact.parts)].every((parts) =>
    parts.every((part) => part.text !== undefined && part.text.trim() === ''),
  );
}
