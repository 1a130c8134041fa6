import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Purging a finished task is allowed (§3.3.2), so this is a note about the result, and demotes nothing. */
export const vanishes: Rule = {
  id: 'settle/vanishes',
  title: 'A finished task is gone before its result could be confirmed',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'TaskNotFound may mean that the task was finished and purged: allowed, with no time to keep it. The outcome is told as reported and not confirmed.',
    clause: '3.3.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'TaskNotFound may mean that the task was finished and purged.',
        clause: '8.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'TaskNotFound may mean that the task was finished and purged.',
        clause: '8.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The result cannot be read a second time, so the caller has only what it happened to receive.',
  remedy: 'Keep finished tasks readable for some minutes, and document how long.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const { end, reads } = at.task;
        if (seen.name !== 'TaskNotFound' || !isRead(seen, at) || end === undefined) return undefined;
        if (reads === undefined || reads.endedAt !== 0 || reads.notFound === 0) return undefined;
        return at.asked - reads.notFoundSince >= at.limits.settleGapMs ? 'suspected' : undefined;
      },
      (_seen, at) =>
        `${at.task.end?.state} was told, and no read could ever confirm it: there is no such task any more`,
      { needs: FACT.read | FACT.taskEnded },
    ),
    clause(
      'task',
      (seen, at) => {
        const { reads } = at.task;
        return isRead(seen, at) && reads !== undefined && reads.endedAt !== 0 && reads.notFound > 0
          ? 'suspected'
          : undefined;
      },
      () => 'the finished task was found, then not found, and is found again',
      { needs: FACT.read | FACT.taskEnded },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.wait(1_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed');
      s.wait(1_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.wait(1_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
    }),
  },
};
