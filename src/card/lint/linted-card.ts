import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { Dialect } from '../../protocol/operation.ts';
import { type AgentCard, readAgentCard } from '../agent-card.ts';
import { type CardLayout, layoutOf } from '../card-layout.ts';
import { type ParsedCard, parseCard } from '../parse-card.ts';
import type { CardSource } from './card-source.ts';

/** A card laid out for its rules: read once, so that each of them needn't. */
export interface LintedCard {
  readonly source: CardSource;
  readonly parsed: ParsedCard;
  /** The card as an object; `undefined` where it is none. */
  readonly object: JsonObject | undefined;
  /** The same; empty where there is none. */
  readonly raw: JsonObject;
  readonly layout: CardLayout;
  /** The dialect that it is judged by where nothing else is said: 1.0 where it has that layout. */
  readonly dialect: Dialect;
  /** As the product reads it; `undefined` where it is none. */
  readonly card: AgentCard | undefined;
}

/** Reads a source for the rules. Never throws. */
export function layOut(source: CardSource): LintedCard {
  const parsed: ParsedCard =
    source.value === undefined ? parseCard(source.text ?? '') : { value: source.value, fault: undefined };
  const object = asObject(parsed.value);
  const raw = object ?? {};
  const layout = layoutOf(raw, source.url);
  return {
    source,
    parsed,
    object,
    raw,
    layout,
    dialect: layout.new || object === undefined ? '1.0' : (layout.old ?? '1.0'),
    card: readAgentCard(raw),
  };
}
