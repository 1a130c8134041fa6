import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A task may end and be purged between two looks, so this is never certain. */
export const lost: Rule = {
  id: 'task/lost',
  title: 'A task that the agent gave out cannot be found',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'GetTask retrieves a task started before. TaskNotFound means invalid, expired, or finished and purged. Giving out an id and then denying it contradict each other, unless the task has ended in between. Purging after the end is allowed.',
    clause: '3.1.3, 3.3.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` retrieves a task started before; TaskNotFound covers purged tasks too.',
        clause: '7.3, 8.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` retrieves a task started before; TaskNotFound covers purged tasks too.',
        clause: '7.3, 8.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The caller can neither follow nor cancel what it started, and cannot know whether it runs.',
  remedy:
    'Store the task before its id is sent, share the store between all workers, and return on failures the id that was stored.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const { task, limits } = at;
        if (seen.name !== 'TaskNotFound' || !isRead(seen, at) || task.id === undefined || task.end !== undefined)
          return undefined;
        if (task.state === undefined || task.reads === undefined || task.reads.notFound === 0) return undefined;
        // Reads that came too early to find it count only if they go on.
        const since = Math.max(task.reads.notFoundSince, task.stateSince + limits.notFoundGraceMs);
        return at.asked - since >= limits.settleGapMs ? 'suspected' : undefined;
      },
      (_seen, at) =>
        `the agent gave the task out, told it as ${at.task.state}, and now says again and again that there is none`,
    ),
    clause(
      'task',
      (seen, at) => {
        const { reads, state, stateSince, end } = at.task;
        if (reads === undefined || reads.notFound === 0 || state === undefined || end !== undefined) return undefined;
        if (!isRead(seen, at)) return undefined;
        return reads.notFoundSince - stateSince >= at.limits.notFoundGraceMs ? 'suspected' : undefined;
      },
      () => 'a read finds the task that the agent had given out, and has denied since',
      { needs: FACT.read },
    ),
    clause(
      'task',
      (seen, at) => {
        const { reads, state, end } = at.task;
        if (reads === undefined || reads.notFound < 2 || state === undefined || end !== undefined) return undefined;
        return isRead(seen, at) ? 'suspected' : undefined;
      },
      (_seen, at) =>
        `a read finds the task, and ${at.task.reads?.notFound} soon after the agent had given it out were told that there is none`,
      {
        needs: FACT.read,
        severity: 'note',
        basis: {
          kind: 'gap',
          reading: 'Nothing says how soon a read has to find a new task.',
          clause: '3.1.3',
          revision: V1,
        },
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.wait(2_500);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.wait(1_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.wait(1_000);
      s.read('completed');
      s.wait(5_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.wait(1_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
    }),
  },
};
