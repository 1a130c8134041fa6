import type { AgentCard } from '../card/agent-card.ts';
import { contentDigestOf } from '../card/card-content.ts';
import { type FetchedCard, fetchCard } from '../card/fetch-card.ts';
import type { SignatureReport } from '../card/signature/signature-report.ts';
import { assumedCredentials } from '../contract/assumed-credentials.ts';
import { checkCardNegotiable } from '../contract/negotiate.ts';
import type { NegotiatedPlan } from '../contract/plan.ts';
import type { TaskClass } from '../contract/task-class.ts';
import { UnnegotiableAgentCardError } from '../contract/unnegotiable-error.ts';
import { type AddressPolicy, allowHostOf, publicOnly } from '../http/address-policy.ts';
import { isOfOrigin } from '../http/credentials.ts';
import { seekDialect } from '../http/dialect-seeker.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { createInterfaceClient, type InterfaceClient } from '../http/interface-client.ts';
import type { Finding } from '../lifecycle/finding.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { codecFor } from '../protocol/codec-for.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Dialect } from '../protocol/operation.ts';
import { RULES } from '../rules/catalogue.ts';
import type { TrustProbe } from '../trust/peer-capability-cache.ts';
import type { InterfaceKey } from '../trust/trust-view.ts';
import { credentialOf, underCredential } from '../trust/under-credential.ts';
import { plannedBy, seeCardAgain } from './card-again.ts';
import type { DelegateOptions } from './delegate-options.ts';
import type { DelegatedAgent } from './delegation-event.ts';
import { GuardError } from './guard-error.ts';
import { headersFor } from './held-credentials.ts';
import { fetchingBy } from './known-cards.ts';
import { type PeerTies, tiesTo } from './peer-ties.ts';

/** The agent that gets the work: how it is spoken to, and what is known of it. */
export interface Peer {
  readonly target: string;
  readonly agent: DelegatedAgent;
  readonly plan: NegotiatedPlan;
  /** What trust is kept of. */
  readonly key: InterfaceKey;
  readonly ties: PeerTies;
  /** Suspect claims that are tried beside what is relied on. They end with the task. */
  readonly probes: readonly TrustProbe[];
  /** How many other interfaces its card lists; `undefined` where that is not known. */
  readonly others?: number;
  /** What of its card the plan was made by, where that is known. */
  readonly plannedBy: JsonObject | undefined;
  /** Reads its card again: a finding where the card no longer says what the plan was made by. */
  changeOfCard(http: HttpClient, signal: AbortSignal): Promise<Finding | undefined>;
  factsFor(dialect: Dialect): PeerFacts;
  /** A client of its interface, beginning in that dialect. */
  clientFor(http: HttpClient, dialect: Dialect): InterfaceClient;
}

/** What was decided of an agent before anything was sent to it. */
export interface PlannedPeer extends Pick<Peer, 'target' | 'plan' | 'key' | 'probes' | 'plannedBy'> {
  /** As its card says. */
  readonly name: string;
}

/**
 * Reads the card at `target`, and negotiates how the agent behind it is to be given the work.
 *
 * @param unreachable URLs of its interfaces at which nobody was reached; they are left aside while it has others
 * @throws CardError where no card could be had
 * @throws UnnegotiableAgentCardError where card, profile and task class don't go together
 * @throws GuardError `aborted`, or `bad-option` for a credential that can't be had
 */
export async function meetPeer(
  target: string,
  options: DelegateOptions,
  http: HttpClient,
  signal: AbortSignal,
  withinMs: number,
  unreachable: readonly string[] = [],
): Promise<Peer> {
  const { headers = {}, trust } = options;
  const { card, url: cardUrl, signatures } = await cardOf(target, fetchingBy(options, http, signal, withinMs));
  trust?.cardSeen(cardUrl, contentDigestOf(card), card.interfaces);
  const named = credentialOf(headers);
  const given = named && (options.credential ?? named);
  const plan = negotiate(card, cardUrl, { signature: signatures, unreachable }, given, options);
  const { dialect, binding, tenant, url } = plan.interface;
  const credential = given ?? (plan.credentials.map(({ scheme }) => scheme).join('+') || undefined);
  const key: InterfaceKey = Object.freeze({ cardUrl, interfaceUrl: url, binding, dialect, tenant, credential });
  const probes = plan.probes.flatMap((claim) => trust?.beginProbe(key, claim) ?? []);
  try {
    const planned = { target, name: card.name, plan, key, probes, plannedBy: plannedBy(card.raw) };
    return { ...(await peerBy(planned, options)), others: card.interfaces.length - 1 };
  } catch (error) {
    for (const probe of probes) probe.end();
    throw error;
  }
}

/**
 * The agent that a plan was made for.
 *
 * @throws GuardError `bad-option` for a credential that can't be had
 */
export async function peerBy(planned: PlannedPeer, options: DelegateOptions): Promise<Peer> {
  const { headers = {}, headerOrigins = [] } = options;
  const { target, name, plan, key } = planned;
  const { dialect, binding, tenant, url } = plan.interface;
  const needsNone = Object.keys(headers).length === 0 && plan.credentials.length === 0;
  const known = needsNone || isOfOrigin(url, [target, ...headerOrigins]);
  const held = known ? { ...(await headersFor(plan.credentials)), ...headers } : {};
  const ties = tiesTo(key.cardUrl, url, binding, tenant, key.credential);
  return {
    target,
    key,
    plan,
    ties,
    probes: planned.probes,
    plannedBy: planned.plannedBy,
    changeOfCard: async (http, signal) =>
      planned.plannedBy && seeCardAgain(target, planned.plannedBy, options, http, signal),
    agent: {
      name,
      cardUrl: key.cardUrl,
      url,
      binding,
      dialect,
      headers: Object.keys(headers).length === 0 ? 'none' : known ? 'sent' : 'withheld',
      claims: plan.claims,
      opening: plan.opening,
      get explanation() {
        return plan.explain();
      },
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
          endpoint: {
            url,
            ...(tenant === undefined ? {} : { tenant }),
            ...(plan.extensions.length === 0 ? {} : { extensions: plan.extensions }),
          },
          headers: held,
          ...(plan.acceptedOutputModes.length === 0 ? {} : { acceptedOutputModes: plan.acceptedOutputModes }),
        }),
      ),
  };
}

/** The options for an agent that the caller's credentials are not for. */
export function anonymous({ headers: _, credential: __, ...options }: DelegateOptions): DelegateOptions {
  const { profile } = options;
  return profile?.credentials === undefined ? options : { ...options, profile: { ...profile, credentials: {} } };
}

/** A client for one stretch of a delegation: the caller's own, or one that reaches public addresses and the target's. */
export function httpFor(target: string, { http, allow }: DelegateOptions): HttpClient {
  return http ?? createHttpClient({ allow: allow ?? allowTarget(target) });
}

/** A target that is no URL is refused when its card is fetched, in words. */
function allowTarget(target: string): AddressPolicy {
  return URL.canParse(target) ? allowHostOf(target) : publicOnly;
}

async function cardOf(
  target: string,
  options: Parameters<typeof fetchCard>[1] & { readonly withinMs: number },
): Promise<FetchedCard> {
  // A timer may fire a little early.
  const end = performance.now() + options.withinMs - 5;
  try {
    return await fetchCard(target, options);
  } catch (error) {
    if (options.signal?.aborted !== true && performance.now() < end) throw error;
    throw new GuardError('The delegation was ended before anything was sent.', { code: 'aborted', cause: error });
  }
}

/** @throws UnnegotiableAgentCardError where there is no plan */
function negotiate(
  card: AgentCard,
  cardUrl: string,
  known: { readonly signature: SignatureReport; readonly unreachable: readonly string[] },
  given: string | undefined,
  options: DelegateOptions,
): NegotiatedPlan {
  const { profile = {}, trust, messageId, idempotencyKey = messageId, bounds, push } = options;
  const listener = push === undefined ? {} : { push: { url: push.url, tls: 'server', auth: ['Bearer'] } as const };
  // Pinned keys may have made the policy stricter.
  const client = {
    ...listener,
    ...profile,
    signatures: known.signature.policy,
    credentials: profile.credentials ?? assumedCredentials(card),
  };
  const view = trust === undefined ? undefined : underCredential(trust, given);
  const work = idempotencyKey === undefined ? {} : { work: idempotencyKey };
  const remembered = view === undefined ? undefined : { view, cardUrl, ...work };
  const negotiation = checkCardNegotiable(card, client, taskClassOf(options), remembered, {
    signature: known.signature.verdict,
    unreachable: known.unreachable,
  });
  if (negotiation.decision === 'refuse' || negotiation.decision === 'defer') {
    throw new UnnegotiableAgentCardError(negotiation, card.name || 'The agent');
  }
  const { plan } = negotiation;
  return { ...plan, bounds: { ...plan.bounds, ...bounds } };
}

/** What is asked for in single options goes before what the class says. */
function taskClassOf({ task = {}, accept, skill, result, push }: DelegateOptions): Partial<TaskClass> {
  return {
    ...(push === undefined ? {} : { prefers: ['push'] as const }),
    ...task,
    ...(accept === undefined ? {} : { output: accept }),
    ...(skill === undefined ? {} : { skill }),
    ...(result === undefined ? {} : { result }),
  };
}
