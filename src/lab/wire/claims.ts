import type { Card } from '../card.ts';
import { type JsonObject, origin } from '../model.ts';
import { asFlag, asObject } from './json.ts';

/**
 * The capabilities of a card. A flag that says what the card's source says is written as it stood there, be it left
 * out or no boolean at all: that is the agent's own doing.
 */
export function capabilitiesOf(card: Card, flags: JsonObject): JsonObject {
  const source = card[origin] && (asObject(card[origin].json['capabilities']) ?? {});
  const written = Object.entries(flags).map(([name, value]) => {
    return [name, source !== undefined && (asFlag(source[name]) ?? false) === value ? source[name] : value] as const;
  });
  const extensions = card.extensions === undefined ? {} : { extensions: card.extensions };
  return { ...card.capabilities, ...extensions, ...Object.fromEntries(written) };
}
