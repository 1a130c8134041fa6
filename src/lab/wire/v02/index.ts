import type { Dialect } from '../dialect.ts';
import { v03 } from '../v03/index.ts';
import { writeCard } from './card.ts';
import { methods } from './methods.ts';

/** A2A 0.2: the objects of 0.3, another card at another place, no HTTP+JSON. */
export const v02: Dialect = {
  ...v03,
  name: '0.2',
  cardPath: '/.well-known/agent.json',
  extendedCardPath: '/agent/authenticatedExtendedCard',
  writeCard,
  methods,
  http: undefined,
};
