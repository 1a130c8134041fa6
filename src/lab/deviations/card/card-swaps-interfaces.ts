import type { Binding } from '../../card.ts';
import { defineDeviation } from '../../deviation.ts';
import { onCard } from '../parts/cards.ts';

const other: Readonly<Record<Binding, Binding>> = { JSONRPC: 'HTTP+JSON', 'HTTP+JSON': 'JSONRPC' };

export const cardSwapsInterfaces = defineDeviation({
  name: 'card-swaps-interfaces',
  title: 'lists each interface under the name of the other binding',
  shows: 'a caller speaks JSON-RPC to HTTP+JSON and is told that there is nothing',
  rules: ['card/interface-mismatch'],
  dialects: ['0.3', '1.0'],
  create: () => ({
    exchange: onCard((card) => ({
      ...card,
      interfaces: card.interfaces.map((each) => ({ ...each, binding: other[each.binding] })),
    })),
  }),
});
