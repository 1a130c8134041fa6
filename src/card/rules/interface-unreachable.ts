import { withoutSecrets } from '../../http/without-secrets.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { TRUE_INTERFACES } from './authority.ts';
import { newCard } from './sample-cards.ts';
import { interfaceSeen } from './seen-interfaces.ts';

export const interfaceUnreachable: CardRule = {
  id: 'card/interface-unreachable',
  title: 'Nothing answers at the URL of an interface',
  ...TRUE_INTERFACES,
  certainty: 'either',
  why: 'Work that goes by this interface fails at the first call.',
  remedy: 'Correct the URL, or take the interface out of the card while it is away.',
  about: 'content',
  *check({ source: { interfaces = [] } }) {
    for (const { result, what, interface: one } of interfaces) {
      if (result !== 'missing' && result !== 'unreachable') continue;
      const because = `${one.protocolBinding} at ${withoutSecrets(one.url)} ${what}`;
      // A server that answers has been reached; of one that doesn't, the network may know more.
      yield { pointer: one.pointer, because, certainty: result === 'missing' ? 'certain' : 'suspected' };
    }
  },
  pair: {
    raises: { value: newCard(), interfaces: [interfaceSeen('missing', 'answered HTTP 404')] },
    nearMiss: { value: newCard(), interfaces: [interfaceSeen('guarded', 'answered HTTP 401')] },
  },
};
