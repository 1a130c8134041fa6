import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Vantage } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Two identities may share a tenant. Where the user says that they are separate, whoever knows that tells it as an error. */
export const foreignTaskVisible: Rule = {
  id: 'auth/foreign-task-visible',
  title: "One identity can reach another's task",
  claim: 'securityRequirements',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '13.1, 3.3.2',
    revision: V1,
    says: "Every operation must be checked against the caller's bounds, as the agent's own model draws them, and must not reveal what lies outside. An error only where the user says that the two identities are separate; otherwise it is at most a warning, since they may share a tenant.",
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The server authorises by its own policies and should give no more than is needed.',
        clause: '4.6',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The server authorises by its own policies and should give no more than is needed.',
        clause: '4.6',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Results leak, and a stranger can cancel a task or redirect its notifications.',
  remedy: 'Store the owner with each task, and answer TaskNotFoundError to everybody else on every operation.',
  acrossIdentities: true,
  clauses: [
    clause(
      'task',
      (seen, at) => (isOther(seen.vantage, at) && seen.task.id === at.task.id ? 'certain' : undefined),
      (seen, at) =>
        `${seen.vantage.request.identity} sees the task of ${at.task.rare?.identity} by ${seen.vantage.operation}`,
      {
        needs: FACT.otherIdentity,
        severity: 'warning',
        basis: {
          kind: 'gap',
          clause: '13.1',
          revision: V1,
          reading: 'Two identities that the agent keeps apart see nothing of each other. Its model is its own.',
        },
      },
    ),
    clause(
      'list',
      (seen, at) =>
        isOther(seen.vantage, at) && seen.tasks.some(({ id }) => id === at.task.id) ? 'certain' : undefined,
      (seen, at) => `${seen.vantage.request.identity} finds the task of ${at.task.rare?.identity} in its list`,
      {
        needs: FACT.otherIdentity,
        severity: 'warning',
        basis: {
          kind: 'gap',
          clause: '13.1',
          revision: V1,
          reading: 'Two identities that the agent keeps apart see nothing of each other. Its model is its own.',
        },
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send({ identity: 'alice' }).task('working');
      s.call('GetTask', { taskId: 't1', identity: 'bob' }).task('working');
    }),
    nearMiss: scene((s) => {
      s.send({ identity: 'alice' }).task('working');
      s.call('GetTask', { taskId: 't1', identity: 'bob' }).error('TaskNotFound');
      s.call('GetTask', { taskId: 't1', identity: 'alice' }).task('working');
    }),
  },
};

function isOther({ request }: Vantage, { task }: Situation): boolean {
  const own = task.rare?.identity;
  return request.identity !== undefined && own !== undefined && request.identity !== own;
}
