import { contentDigestOf } from '../card/card-content.ts';
import { fetchCard } from '../card/fetch-card.ts';
import { lintCard } from '../card/lint/lint-card.ts';
import { anchoredClock } from '../http/clock.ts';
import type { HttpClient } from '../http/http-client.ts';
import { nextVantageId } from '../http/vantage-id.ts';
import type { Finding } from '../lifecycle/finding.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { DelegateOptions } from './delegate-options.ts';
import { fetchingBy } from './known-cards.ts';

/** A look at a card holds nothing up for longer. */
const WITHIN_MS = 2_000;

/** The members of a card that plans are made by. */
const PLANNED_BY =
  /^(capabilities|supportedInterfaces|url|preferredTransport|additionalInterfaces|protocolVersion|security|default|skills)/;

/** Of a card, what a task is planned by. */
export function plannedBy(card: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(card).filter(([name]) => PLANNED_BY.test(name)));
}

/**
 * Reads the card of an agent again while a task of it is under way, and tells where it says something else than what the
 * task was planned by. Trust hears of the card, too. A card that can't be had says nothing: `undefined`.
 */
export async function seeCardAgain(
  target: string,
  before: JsonObject,
  options: DelegateOptions,
  http: HttpClient,
  signal: AbortSignal,
): Promise<Finding | undefined> {
  const asked = anchoredClock();
  const fetched = await fetchCard(target, fetchingBy(options, http, signal, WITHIN_MS)).catch(() => undefined);
  if (fetched === undefined) return undefined;
  const { card, url } = fetched;
  options.trust?.cardSeen(url, contentDigestOf(card), card.interfaces);
  const now = plannedBy(card.raw);
  const told = lintCard({ value: now, before: { value: before, since: 'task' } });
  const found = told.find(({ rule }) => rule === 'card/changed-under-task');
  if (found === undefined) return undefined;
  const { rule, severity, certainty, basis, claim, because } = found;
  // Of all operations it is the one whose answer is a card.
  const vantage = {
    id: nextVantageId(),
    channel: 'answer',
    operation: 'GetExtendedAgentCard',
    asked,
    request: {},
  } as const;
  const seen = { kind: 'card', card: now, vantage, received: anchoredClock() } as const;
  return { rule, severity, certainty, basis, claim, because, taskId: undefined, seen };
}
