import { type AgentCard, readAgentCard } from '../card/agent-card.ts';
import { asText } from '../protocol/json.ts';
import type { Dialect } from '../protocol/operation.ts';
import { isTooDeep } from './nesting.ts';
import { type TraceLine, traceLines } from './trace-line.ts';

/** A card that a trace shows being fetched. */
export interface TraceCard {
  readonly card: AgentCard;
  /** The path at which it was. */
  readonly path: string;
}

/** The first agent card that is fetched in the text of a trace. */
export function cardInTrace(text: string): TraceCard | undefined {
  return cardIn(traceLines(text, []));
}

/** The first agent card that is fetched in the lines of a trace. */
export function cardIn(lines: readonly TraceLine[]): TraceCard | undefined {
  return cardsIn(lines)[0];
}

/** The agent cards that are fetched in the lines of a trace. */
export function cardsIn(lines: readonly TraceLine[]): readonly TraceCard[] {
  const cards: TraceCard[] = [];
  const asked = new Map<unknown, TraceLine>();
  for (const line of lines) {
    if (line.dir === 'req') asked.set(line.conn, line);
    if (line.dir !== 'res' || line.json['status'] !== 200) continue;
    const path = asText(asked.get(line.conn)?.json['path'])?.replace(/\?.*/s, '');
    const card = path?.endsWith('.json') ? cardOf(jsonOf(line.json['body'])) : undefined;
    if (card !== undefined && path !== undefined) cards.push({ card, path });
  }
  return cards;
}

function cardOf(body: unknown): AgentCard | undefined {
  return isTooDeep(body) ? undefined : readAgentCard(body);
}

function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The version before 1.0 that a card stands for. Requests of 0.2 and 0.3 look alike, and up to 0.2.4 cards need not name
 * a version; where a card is tells it then.
 */
export function oldDialect({ card, path }: TraceCard): Dialect {
  if (card.raw['protocolVersion'] === undefined) {
    if (path.endsWith('/agent.json')) return '0.2';
    if (path.endsWith('/agent-card.json')) return '0.3';
  }
  const known = card.interfaces.map(({ dialect }) => dialect);
  return known.includes('0.2') && !known.includes('0.3') ? '0.2' : '0.3';
}
