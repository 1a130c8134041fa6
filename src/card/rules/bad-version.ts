import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { partsOf, pointerTo } from '../pointer.ts';
import { said } from './authority.ts';
import { interfacesOf, isListed } from './interfaces-of.ts';
import { interfaceAt, newCard } from './sample-cards.ts';

export const badVersion: CardRule = {
  id: 'card/bad-version',
  title: 'The protocol version of an interface is no version',
  severity: 'warning',
  basis: said('3.6, 4.4.6', V1, 'Versions are written as Major.Minor, such as 0.3 or 1.0.'),
  perDialect: {
    '0.3': {
      basis: said('5.5', V03, 'The version of the protocol that the agent supports is a number such as 0.3.0.'),
    },
    '0.2': {
      basis: said('5.5', V02, 'The version of the protocol that the agent supports is a number such as 0.2.5.'),
    },
  },
  certainty: 'certain',
  why: 'Clients compare versions as numbers, find that they speak none of these, and pass over the interface.',
  remedy: 'Write the number alone, as in "1.0".',
  about: 'content',
  *check(card) {
    const told = new Set<string>();
    for (const one of interfacesOf(card)) {
      const { protocolVersion, layout } = one;
      const pointer = isListed(one)
        ? pointerTo([...partsOf(one.pointer).slice(0, -1), 'protocolVersion'])
        : '/protocolVersion';
      if (told.has(pointer)) continue;
      told.add(pointer);
      const shown = JSON.stringify(protocolVersion.slice(0, 40));
      if (!/^\d+\.\d+(\.\d+)?(-[\w.]+)?$/.test(protocolVersion)) {
        yield { pointer, because: `${shown} is no version`, dialect: layout };
      } else if (layout === '1.0' && !/^\d+\.\d+$/.test(protocolVersion)) {
        const because = `${shown} has a patch number, which compatibility does not depend on`;
        yield { pointer, because, dialect: layout, severity: 'note' };
      }
    }
  },
  pair: {
    raises: { value: newCard({ supportedInterfaces: [interfaceAt('https://agent.example/', 'JSONRPC', 'v1')] }) },
    nearMiss: { value: newCard({ supportedInterfaces: [interfaceAt('https://agent.example/', 'JSONRPC', '0.3')] }) },
  },
};
