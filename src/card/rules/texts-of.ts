import { asObject } from '../../protocol/json.ts';
import { pointerTo } from '../pointer.ts';

/** One string of a card, and where it is. */
export interface CardText {
  readonly pointer: string;
  /** The names on the way to it. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** More strings than these are not looked at: a hostile card has as many as it likes. */
const MOST_TEXTS = 10_000;

/** Every string in a card, in order; without its signatures, which look like secrets and are none. */
export function textsOf(value: unknown): readonly CardText[] {
  const found: CardText[] = [];
  collect(value, [], found);
  return found;
}

function collect(value: unknown, path: readonly (string | number)[], found: CardText[]): void {
  if (found.length >= MOST_TEXTS) return;
  if (typeof value === 'string') found.push({ pointer: pointerTo(path), path, text: value });
  else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) collect(entry, [...path, index], found);
  } else {
    for (const [name, member] of Object.entries(asObject(value) ?? {})) {
      if (name !== 'signatures' || path.length > 0) collect(member, [...path, name], found);
    }
  }
}
