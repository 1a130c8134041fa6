import { randomUUID } from 'node:crypto';
import type { AgentCard, AgentInterface } from '../card/agent-card.ts';
import { claimsOf } from '../contract/card-claims.ts';
import { isLocal } from '../contract/terms/local-host.ts';
import { seekDialect } from '../http/dialect-seeker.ts';
import { createInterfaceClient } from '../http/interface-client.ts';
import { codecFor, isSpoken } from '../protocol/codec-for.ts';
import type { Observation } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import type { Counterpart } from './counterpart.ts';
import type { ExchangeLog } from './exchange-log.ts';
import { noAnswerWords } from './failure-words.ts';
import type { Pace } from './pace.ts';

/** How often the agent is asked at first, to know how fast it answers. */
const FIRST_TRIPS = 3;

export interface OpenedInterface {
  readonly counterpart: Counterpart;
  /** What was seen while it was found out how the agent speaks. */
  readonly seen: readonly Observation[];
}

/**
 * Finds out how an interface is spoken to, by reads of a task that nobody has: in the version of the card, or in another
 * one if that is what the agent turns out to speak. Resolves with the reason where it can't be spoken to.
 */
export async function openInterface(
  card: AgentCard,
  face: AgentInterface,
  name: string,
  means: {
    readonly log: ExchangeLog;
    readonly pace: Pace;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly publicAddress: boolean | undefined;
  },
): Promise<OpenedInterface | string> {
  const { binding, dialect, url, tenant } = face;
  if (binding === undefined || !isSpoken(binding)) return `${face.protocolBinding} is not spoken here`;
  if (dialect === undefined) return `version ${face.protocolVersion} is not spoken here`;
  const { log, pace, headers, signal, publicAddress = !isLocal(url) } = means;
  const endpoint = { url, ...(tenant === undefined ? {} : { tenant }) };
  const extensions = card.capabilities.requiredExtensions;
  const seen: Observation[] = [];
  let vantageId = 0;
  const observe = (one: Observation): void => {
    vantageId = one.vantage.id;
    seen.push(one);
  };
  let spoken: Dialect = dialect;
  const client = seekDialect(dialect, (tried) => {
    spoken = tried;
    return createInterfaceClient({
      http: log.clientFor(() => vantageId),
      codec: codecFor(tried, binding),
      endpoint: { ...endpoint, extensions },
      headers,
    });
  });
  for (let trip = 0; trip < FIRST_TRIPS; trip++) {
    await client.ask({ operation: 'GetTask', taskId: randomUUID(), historyLength: 0 }, observe, {
      signal,
      timeoutMs: pace.lifeMs,
    });
    const last = seen.at(-1);
    if (last?.kind === 'failure' && last.reason !== 'unreadable') return noAnswerWords(last);
    if (last !== undefined) pace.noteRoundTrip(last.received - last.vantage.asked);
  }
  spoken = client.codec.dialect;
  const claims = { ...claimsOf(card, { dialect: spoken, binding }), publicAddress };
  return { counterpart: { name, endpoint, claims, codec: client.codec }, seen };
}
