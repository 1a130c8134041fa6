import { V1 } from '../../lifecycle/revision.ts';
import type { ContractRule } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import { effectOf } from './need-denied.ts';

const listener = { url: 'https://hooks.example/a2a', tls: 'server', auth: ['Bearer'] } as const;
const mutual = {
  capabilities: { streaming: true, pushNotifications: true },
  securitySchemes: { certificate: { mtlsSecurityScheme: {} } },
  securityRequirements: [{ schemes: { certificate: { list: [] } } }],
};

export const pushAuthUnsatisfiable: ContractRule = {
  id: 'contract/push-auth-unsatisfiable',
  title: 'The listener can not check how the agent authenticates its call-backs',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading:
      'No field of a card says how an agent authenticates when it calls back. Its own security schemes are taken to tell: mutual TLS where it lets nobody in without, else the HTTP schemes that it names.',
    clause: '4.3.2, 13.2',
    revision: V1,
  },
  certainty: 'certain',
  path: 'observe',
  why: 'A configuration would be registered whose call-backs are all turned away, and the end of the task never heard of.',
  remedy: 'Let call-backs authenticate by a scheme that the caller names, and say on the card which ones you have.',
  *check(terms) {
    const { push, card } = terms;
    const effect = effectOf(terms, 'push');
    if (effect === undefined || !push.declared || push.unsatisfiable === undefined) return;
    const pointer = card.securitySchemes.length > 0 ? '/securitySchemes' : '/capabilities/pushNotifications';
    yield { effect, because: push.unsatisfiable, pointer, givesUp: 'push' };
  },
  pair: {
    raises: {
      card: cardWith(mutual),
      profile: { push: listener, credentials: { mutualTLS: 'file:client.pem' } },
      task: { prefers: ['push'] },
    },
    nearMiss: {
      card: cardWith(mutual),
      profile: { push: { ...listener, tls: 'mutual' }, credentials: { mutualTLS: 'file:client.pem' } },
      task: { prefers: ['push'] },
    },
  },
};
