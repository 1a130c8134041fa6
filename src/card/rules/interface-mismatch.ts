import { withoutSecrets } from '../../http/without-secrets.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { TRUE_INTERFACES } from './authority.ts';
import { newCard } from './sample-cards.ts';
import { interfaceSeen } from './seen-interfaces.ts';

export const interfaceMismatch: CardRule = {
  id: 'card/interface-mismatch',
  title: 'An interface speaks something else than the card says',
  ...TRUE_INTERFACES,
  certainty: 'certain',
  why: 'Clients that go by the card are not understood, and take the agent for broken.',
  remedy: 'Declare the binding and the version that the server at this URL really speaks.',
  about: 'content',
  *check({ source: { interfaces = [] } }) {
    for (const { result, what, interface: one } of interfaces) {
      if (result !== 'other') continue;
      yield { pointer: one.pointer, because: `${one.protocolBinding} at ${withoutSecrets(one.url)} ${what}` };
    }
  },
  pair: {
    raises: { value: newCard(), interfaces: [interfaceSeen('other', 'understands HTTP+JSON, and no JSON-RPC')] },
    nearMiss: { value: newCard(), interfaces: [interfaceSeen('untold', 'answered HTTP 500')] },
  },
};
