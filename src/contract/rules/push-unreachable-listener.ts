import { V1 } from '../../lifecycle/revision.ts';
import type { ContractRule } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import { effectOf } from './need-denied.ts';

const listener = { url: 'https://hooks.example/a2a', tls: 'server', auth: ['Bearer'] } as const;
const pushing = cardWith({ capabilities: { streaming: true, pushNotifications: true } });

export const pushUnreachableListener: ContractRule = {
  id: 'contract/push-unreachable-listener',
  title: 'The agent can not reach the listener',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Agents should refuse web-hooks on private and loopback addresses, and from outside they lead nowhere.',
    clause: '13.2',
    revision: V1,
  },
  certainty: 'suspected',
  path: 'observe',
  why: 'A call-back that cannot arrive leaves the caller waiting for the end of a task that ended long ago.',
  remedy: 'Nothing on the side of the agent: the client needs a listener with an address that the agent can reach.',
  *check(terms) {
    const { push } = terms;
    const effect = effectOf(terms, 'push');
    if (effect === undefined || !push.declared || push.unreachable === undefined) return;
    yield { effect, because: push.unreachable, pointer: '/capabilities/pushNotifications', givesUp: 'push' };
  },
  pair: {
    raises: {
      card: pushing,
      profile: { push: { ...listener, url: 'http://10.0.0.7/a2a' } },
      task: { needs: ['push'] },
    },
    nearMiss: { card: pushing, profile: { push: listener }, task: { needs: ['push'] } },
  },
};
