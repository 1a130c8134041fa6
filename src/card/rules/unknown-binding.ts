import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { BINDINGS } from '../../protocol/operation.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { partsOf, pointerTo } from '../pointer.ts';
import { said } from './authority.ts';
import { interfacesOf } from './interfaces-of.ts';
import { interfaceAt, newCard } from './sample-cards.ts';

export const unknownBinding: CardRule = {
  id: 'card/unknown-binding',
  title: 'The binding of an interface is none that is known',
  severity: 'warning',
  basis: said('4.4.6, 5.8', V1, 'The core bindings are JSONRPC, GRPC and HTTP+JSON; others should be named by a URI.'),
  perDialect: {
    '0.3': { basis: said('5.5.5', V03, 'The transport should be one of JSONRPC, GRPC and HTTP+JSON.') },
    '0.2': { basis: said('5.5.5', V02, 'The transport should be one of JSONRPC, GRPC and HTTP+JSON.') },
  },
  certainty: 'certain',
  why: 'Clients pick an interface by the exact name of its binding, and pass over this one.',
  remedy: 'Write JSONRPC, GRPC or HTTP+JSON exactly so, and the URI of a binding of your own.',
  about: 'content',
  *check(card) {
    for (const { protocolBinding, pointer, layout } of interfacesOf(card)) {
      if (BINDINGS.some((known) => known === protocolBinding)) continue;
      if (URL.canParse(protocolBinding)) continue;
      const because = `${JSON.stringify(protocolBinding.slice(0, 80))} is neither a core binding nor a URI`;
      yield { pointer: memberAt(pointer, layout === '1.0'), because, dialect: layout };
    }
  },
  pair: {
    raises: { value: newCard({ supportedInterfaces: [interfaceAt('https://agent.example/', 'JsonRpc')] }) },
    nearMiss: {
      value: newCard({ supportedInterfaces: [interfaceAt('wss://agent.example/', 'https://agent.example/ws/v1')] }),
    },
  },
};

/** The member that names the binding, beside the URL at a pointer. */
function memberAt(pointer: string, isNew: boolean): string {
  if (pointer === '/url') return '/preferredTransport';
  return pointerTo([...partsOf(pointer).slice(0, -1), isNew ? 'protocolBinding' : 'transport']);
}
