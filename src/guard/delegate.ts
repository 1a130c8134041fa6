import { randomUUID } from 'node:crypto';
import type { AgentCard } from '../card/agent-card.ts';
import { type FetchedCard, fetchCard } from '../card/fetch-card.ts';
import type { PlanBounds } from '../contract/bounds.ts';
import { defaultPlan } from '../contract/default-plan.ts';
import type { Plan } from '../contract/plan.ts';
import { type AddressPolicy, allowHostOf, publicOnly } from '../http/address-policy.ts';
import { seekDialect } from '../http/dialect-seeker.ts';
import { mayHaveHeaders } from '../http/header-origins.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { createInterfaceClient } from '../http/interface-client.ts';
import type { EvidenceLimits } from '../lifecycle/evidence-ring.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { codecFor } from '../protocol/codec-for.ts';
import type { Part } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import { RULES } from '../rules/catalogue.ts';
import { Delegation } from './delegation.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { EventQueue } from './event-queue.ts';
import { GuardError } from './guard-error.ts';
import type { Outcome } from './outcome.ts';

export interface DelegateOptions {
  /** Headers for requests to the origin of the target. A redirect of the card or its URLs can't direct them elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further origins that may get these headers. An agent's card alone can't direct them anywhere. */
  readonly headerOrigins?: readonly string[];
  /** The media types that are wanted as a result; none given means any. */
  readonly accept?: readonly string[];
  /** Aborting cancels the task and verifies that it stops; the outcome tells. */
  readonly signal?: AbortSignal;
  /** The time for the whole delegation in ms, 10 minutes by default. When it is over, the task is cancelled. */
  readonly timeoutMs?: number;
  /** Single bounds of the plan, put over those of the card and the defaults. */
  readonly bounds?: Partial<PlanBounds>;
  /** Told synchronously, in order. Iterating the delegation does the same with back-pressure left to the iterator. */
  readonly onEvent?: (event: DelegationEvent) => void;
  /** Told everything that is seen, as the monitor sees it: what `probity judge` reads can be made of it. */
  readonly onObservation?: (seen: Observation) => void;
  /** How much of what was seen is kept with findings; 64 kB by default. */
  readonly evidence?: Partial<EvidenceLimits>;
  /** Which addresses may be connected to: by default public ones, and those of the host in the target. */
  readonly allow?: AddressPolicy;
  /** A client to share. It is left open; one of our own is closed at the end. */
  readonly http?: HttpClient;
}

/** A task that is being delegated. Iterate it for its events, await `outcome` for its end. */
export interface RunningDelegation extends AsyncIterable<DelegationEvent> {
  /** What became of the task, verified. Rejects only if nothing could be begun. */
  readonly outcome: Promise<Outcome>;
  /** Cancels the task and verifies that it stops. */
  cancel(): void;
}

const TEN_MINUTES_MS = 600_000;

/**
 * Delegates one piece of work to the agent whose card is at `target` (its base URL, or that of the card itself), and
 * believes nothing of what the agent says until it is verified.
 *
 * The outcome's `ok` is true for a verified success only. No message is ever sent twice.
 *
 * Rejections of `outcome`, which iterating throws as well: `CardError` where no card could be had, `GuardError` where an
 * option makes no sense, the signal fired too early, or the agent offers no interface that is spoken here or could not be
 * reached. Everything that happens after a message has gone out is an outcome.
 */
export function delegate(
  target: string,
  parts: string | readonly Part[],
  options: DelegateOptions = {},
): RunningDelegation {
  let running: Delegation | undefined;
  const stop = new AbortController();
  const flow = { hold: () => running?.pause(), release: () => running?.resume() };
  const queue = new EventQueue<DelegationEvent>(flow, bytesOf);
  const onEvent = (event: DelegationEvent): void => {
    options.onEvent?.(event);
    queue.push(event);
  };
  const started = (delegation: Delegation): void => {
    running = delegation;
  };
  const outcome = run(target, parts, options, onEvent, stop, started);
  // Whoever awaits it hears of a failure; a delegation that nobody awaits yet must not end the process.
  outcome.then(
    () => queue.end(),
    (error: unknown) => queue.end({ error }),
  );
  return {
    outcome,
    cancel: () => {
      running?.cancel();
      stop.abort();
    },
    [Symbol.asyncIterator]: () => queue.iterate(),
  };
}

async function run(
  target: string,
  parts: string | readonly Part[],
  options: DelegateOptions,
  onEvent: (event: DelegationEvent) => void,
  stop: AbortController,
  started: (delegation: Delegation) => void,
): Promise<Outcome> {
  const { headers = {}, timeoutMs = TEN_MINUTES_MS } = options;
  checkOptions(parts, timeoutMs);
  const http = options.http ?? createHttpClient({ allow: options.allow ?? allowTarget(target) });
  try {
    const began = performance.now();
    const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
    const { card, url: cardUrl } = await cardOf(target, {
      http,
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const plan = planFor(card, options);
    const { dialect, binding, tenant, url } = plan.interface;
    const known = mayHaveHeaders(url, [target, ...(options.headerOrigins ?? [])]);
    const sent = Object.keys(headers).length === 0 ? 'none' : known ? 'sent' : 'withheld';
    onEvent({
      kind: 'planned',
      agent: { name: card.name, cardUrl, url, binding, dialect, headers: sent, claims: plan.claims },
    });
    const client = seekDialect(dialect, (spoken) =>
      createInterfaceClient({
        http,
        codec: codecFor(spoken, binding),
        endpoint: { url, ...(tenant === undefined ? {} : { tenant }) },
        headers: known ? headers : {},
        ...(options.accept?.length ? { acceptedOutputModes: options.accept } : {}),
      }),
    );
    const peerFor = (spoken: Dialect): PeerFacts => ({
      claims: { ...plan.claims, dialect: spoken },
      rules: compileRules(RULES, spoken, binding),
    });
    const delegation = new Delegation({
      plan,
      peer: peerFor(dialect),
      peerFor,
      onEvent,
      onObservation: options.onObservation,
      evidence: options.evidence,
    });
    started(delegation);
    return await delegation.run({
      client,
      message: {
        messageId: randomUUID(),
        parts: typeof parts === 'string' ? [{ text: parts, mediaType: 'text/plain' }] : parts,
      },
      signal,
      timeoutMs: Math.max(1, timeoutMs - (performance.now() - began)),
    });
  } finally {
    if (options.http === undefined) await http.close();
  }
}

/** What an event holds on to: artifacts can be large, everything else is small. */
function bytesOf(event: DelegationEvent): number {
  if (event.kind !== 'artifact') return 256;
  return event.artifact.parts.reduce((bytes, { text, raw }) => bytes + (text ?? raw ?? '').length, 256);
}

const MOST_TIMEOUT_MS = 0x7fff_ffff;

function checkOptions(parts: string | readonly Part[], timeoutMs: number): void {
  const refuse = (message: string): GuardError =>
    new GuardError(`${message} Nothing was sent.`, { code: 'bad-option' });
  if (!(timeoutMs > 0 && timeoutMs <= MOST_TIMEOUT_MS)) {
    throw refuse(`timeoutMs is ${timeoutMs}, and has to be a number of ms above 0, of 24 days at most.`);
  }
  if (parts.length === 0) throw refuse('There is nothing to delegate: the text or the list of parts is empty.');
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
