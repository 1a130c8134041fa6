import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { ConfigSeen } from '../../protocol/observation.ts';
import { V1, V03 } from '../revision.ts';

/** What was asked for may well be there: this says nothing of it. In 0.2 a task has one web-hook. */
export const otherConfig: Rule = {
  id: 'push/other-config',
  title: 'A read of one push configuration is answered by another',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'The configuration with the given id is retrieved, or the operation fails.',
    clause: '3.1.8',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'A task may have several configurations, and the id says which of them is asked for.',
        clause: '7.6',
        revision: V03,
      },
    },
  },
  appliesTo: { dialects: ['0.3', '1.0'] },
  certainty: 'certain',
  why: 'A caller that looks whether its web-hook is registered finds the secrets of another one, or takes its own for lost.',
  remedy:
    'Look the configuration up by its id as well as by its task, and answer that it is not found where it is not.',
  clauses: [
    clause(
      'config',
      (seen) => (isOther(seen) ? 'certain' : undefined),
      (seen) => `${seen.vantage.request.configId} was asked for, and ${seen.configs[0]?.id} came`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('GetTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs({ id: 'p2' });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('GetTaskPushNotificationConfig', { taskId: 't1' }).configs({ id: 'p2' });
    }),
  },
};

function isOther({ vantage, configs }: ConfigSeen): boolean {
  const { configId } = vantage.request;
  if (vantage.operation !== 'GetTaskPushNotificationConfig' || configId === undefined) return false;
  return configs.length > 0 && configs.every(({ id }) => id !== undefined && id !== configId);
}
