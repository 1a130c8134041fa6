import type { AgentCard } from '../card/agent-card.ts';
import { type FetchedCard, fetchCard } from '../card/fetch-card.ts';
import { defaultPlan } from '../contract/default-plan.ts';
import type { Plan } from '../contract/plan.ts';
import { type AddressPolicy, allowHostOf, publicOnly } from '../http/address-policy.ts';
import { seekDialect } from '../http/dialect-seeker.ts';
import { mayHaveHeaders } from '../http/header-origins.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { createInterfaceClient, type InterfaceClient } from '../http/interface-client.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { canonicalJson } from '../protocol/canonical-json.ts';
import { codecFor } from '../protocol/codec-for.ts';
import type { Dialect } from '../protocol/operation.ts';
import { RULES } from '../rules/catalogue.ts';
import type { InterfaceKey } from '../trust/trust-view.ts';
import type { DelegateOptions } from './delegate-options.ts';
import type { DelegatedAgent } from './delegation-event.ts';
import { GuardError } from './guard-error.ts';
import { type PeerTies, tiesTo } from './peer-ties.ts';

/** The agent that gets the work: how it is spoken to, and what is known of it. */
export interface Peer {
  readonly target: string;
  readonly agent: DelegatedAgent;
  readonly plan: Plan;
  /** What trust is kept of. */
  readonly key: InterfaceKey;
  readonly ties: PeerTies;
  factsFor(dialect: Dialect): PeerFacts;
  /** A client of its interface, beginning in that dialect. */
  clientFor(http: HttpClient, dialect: Dialect): InterfaceClient;
}

/**
 * Reads the card at `target`, and plans how the agent behind it is to be spoken to.
 *
 * @throws CardError where no card could be had
 * @throws GuardError `no-common-interface`, `refused-before`, or `aborted`
 */
export async function meetPeer(
  target: string,
  options: DelegateOptions,
  http: HttpClient,
  signal: AbortSignal,
): Promise<Peer> {
  const { headers = {}, trust } = options;
  const { card, url: cardUrl } = await cardOf(target, { http, headers, signal });
  const offered = planFor(card, options);
  const { dialect, binding, tenant, url } = offered.interface;
  const known = mayHaveHeaders(url, [target, ...(options.headerOrigins ?? [])]);
  const named = Object.keys(headers).map((name) => name.toLowerCase());
  const credential = known && named.length > 0 ? (options.credential ?? named.sort().join(' ')) : undefined;
  const key: InterfaceKey = { cardUrl, interfaceUrl: url, binding, dialect, tenant, credential };
  trust?.cardSeen(cardUrl, canonicalJson(card.raw), card.interfaces);
  refuseAgain(cardUrl, options);
  const plan = trustingPlan(offered, key, options);
  const ties = tiesTo(cardUrl, url, binding, tenant, credential);
  return {
    target,
    key,
    plan,
    ties,
    agent: {
      name: card.name,
      cardUrl,
      url,
      binding,
      dialect,
      headers: named.length === 0 ? 'none' : known ? 'sent' : 'withheld',
      claims: plan.claims,
    },
    factsFor: (spoken) => ({
      claims: { ...plan.claims, dialect: spoken },
      rules: compileRules(RULES, spoken, binding),
      record: ties.record,
    }),
    clientFor: (client, first) =>
      seekDialect(first, (spoken) =>
        createInterfaceClient({
          http: client,
          codec: codecFor(spoken, binding),
          endpoint: { url, ...(tenant === undefined ? {} : { tenant }) },
          headers: known ? headers : {},
          ...(options.accept?.length ? { acceptedOutputModes: options.accept } : {}),
        }),
      ),
  };
}

/** A client for one stretch of a delegation: the caller's own, or one that reaches public addresses and the target's. */
export function httpFor(target: string, { http, allow }: DelegateOptions): HttpClient {
  return http ?? createHttpClient({ allow: allow ?? allowTarget(target) });
}

/** A target that is no URL is refused when its card is fetched, in words. */
function allowTarget(target: string): AddressPolicy {
  return URL.canParse(target) ? allowHostOf(target) : publicOnly;
}

async function cardOf(target: string, options: Parameters<typeof fetchCard>[1]): Promise<FetchedCard> {
  try {
    return await fetchCard(target, options);
  } catch (error) {
    if (options.signal?.aborted !== true) throw error;
    throw new GuardError('The delegation was ended before anything was sent.', { code: 'aborted', cause: error });
  }
}

function planFor(card: AgentCard, { accept, bounds }: DelegateOptions): Plan {
  const plan = defaultPlan(card, {
    ...(accept === undefined ? {} : { acceptedOutputModes: accept }),
    ...(bounds === undefined ? {} : { bounds }),
  });
  if (plan !== undefined) return plan;
  const offered = card.interfaces
    .map((one) => `${one.protocolBinding} ${one.protocolVersion} at ${one.url}`)
    .join(', ');
  throw new GuardError(
    `${card.name || 'The agent'} offers ${offered}. Spoken here are A2A 0.2, 0.3 and 1.0 over JSONRPC and HTTP+JSON. Nothing was sent.`,
    { code: 'no-common-interface' },
  );
}

/** @throws GuardError `refused-before` where this work must never go to this agent again */
function refuseAgain(cardUrl: string, { trust, idempotencyKey }: DelegateOptions): void {
  const refusal = idempotencyKey === undefined ? undefined : trust?.refusalOf(cardUrl, idempotencyKey);
  if (refusal === undefined) return;
  throw new GuardError(
    `This work (${idempotencyKey}) was refused to the agent before: ${refusal.why}. Give it to another agent. Nothing was sent.`,
    { code: 'refused-before' },
  );
}

/** Streams that were seen to work are used straight away; those that failed are left out until they are probed. */
function trustingPlan(plan: Plan, key: InterfaceKey, { trust }: DelegateOptions): Plan {
  if (trust === undefined || plan.opening === 'poll') return plan;
  if (trust.standingOf(key, 'stream.send').state === 'verified') return { ...plan, opening: 'stream' };
  const suspect = trust.standingOf(key, 'stream.subscribe').state === 'suspect';
  return suspect && !trust.mayProbe(key, 'stream.subscribe') ? { ...plan, opening: 'poll' } : plan;
}
