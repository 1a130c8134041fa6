import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** Before 1.0 a task may do with one registration, which needs no id. */
export const noConfigId: Rule = {
  id: 'push/no-config-id',
  title: 'A web-hook is registered without being given an id',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'The answer is the configuration with the id that was assigned to it, by which it is read and deleted.',
    clause: '3.1.7, 3.1.10',
    revision: V1,
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'The caller can neither read nor delete what it has registered.',
  remedy: 'Assign an id before the configuration is stored, and answer with what was stored instead of what came in.',
  clauses: [
    clause(
      'config',
      (seen) =>
        seen.vantage.operation === 'CreateTaskPushNotificationConfig' && !seen.configs[0]?.id ? 'certain' : undefined,
      () => 'the registration is answered by a configuration without an id',
    ),
  ],
  pair: {
    raises: scene((s) => s.call('CreateTaskPushNotificationConfig', { taskId: 't1' }).configs({})),
    nearMiss: scene((s) => s.call('CreateTaskPushNotificationConfig', { taskId: 't1' }).configs({ id: 'p1' })),
  },
};
