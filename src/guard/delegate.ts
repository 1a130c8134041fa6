import { randomUUID } from 'node:crypto';
import type { AgentCard } from '../card/agent-card.ts';
import { fetchCard } from '../card/fetch-card.ts';
import type { PlanBounds } from '../contract/bounds.ts';
import { defaultPlan } from '../contract/default-plan.ts';
import type { Plan } from '../contract/plan.ts';
import { type AddressPolicy, allowHostOf } from '../http/address-policy.ts';
import { seekDialect } from '../http/dialect-seeker.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { createInterfaceClient } from '../http/interface-client.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { codecFor } from '../protocol/codec-for.ts';
import type { Part } from '../protocol/model.ts';
import { RULES } from '../rules/catalogue.ts';
import { Delegation } from './delegation.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { EventQueue } from './event-queue.ts';
import { GuardError } from './guard-error.ts';
import type { Outcome } from './outcome.ts';

export interface DelegateOptions {
  /** Headers for every request to the card's origin and to the interface, if that is on the same origin. */
  readonly headers?: Readonly<Record<string, string>>;
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
 * Rejections of `outcome`: `CardError` where no card could be had, `GuardError` where the agent offers no interface
 * that is spoken here or could not be reached. Everything that happens after a message has gone out is an outcome.
 */
export function delegate(
  target: string,
  parts: string | readonly Part[],
  options: DelegateOptions = {},
): RunningDelegation {
  let running: Delegation | undefined;
  const stop = new AbortController();
  const queue = new EventQueue<DelegationEvent>({ hold: () => running?.pause(), release: () => running?.resume() });
  const onEvent = (event: DelegationEvent): void => {
    options.onEvent?.(event);
    queue.push(event);
  };
  const started = (delegation: Delegation): void => {
    running = delegation;
  };
  const outcome = run(target, parts, options, onEvent, stop, started).finally(() => queue.end());
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
  const http = options.http ?? createHttpClient({ allow: options.allow ?? allowHostOf(target) });
  try {
    const { headers = {}, timeoutMs = TEN_MINUTES_MS } = options;
    const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
    const { card, url } = await fetchCard(target, { http, headers, signal });
    const plan = planFor(card, options);
    const { dialect, binding, tenant } = plan.interface;
    const client = seekDialect(dialect, (spoken) =>
      createInterfaceClient({
        http,
        codec: codecFor(spoken, binding),
        endpoint: { url: plan.interface.url, ...(tenant === undefined ? {} : { tenant }) },
        headers: new URL(plan.interface.url).origin === new URL(url).origin ? headers : {},
      }),
    );
    const delegation = new Delegation({
      plan,
      peer: { claims: plan.claims, rules: compileRules(RULES, dialect, binding) },
      client,
      message: {
        messageId: randomUUID(),
        parts: typeof parts === 'string' ? [{ text: parts, mediaType: 'text/plain' }] : parts,
      },
      onEvent,
      signal,
      timeoutMs,
    });
    started(delegation);
    return await delegation.run();
  } finally {
    if (options.http === undefined) await http.close();
  }
}

function planFor(card: AgentCard, { accept, bounds }: DelegateOptions): Plan {
  const plan = defaultPlan(card, {
    ...(accept === undefined ? {} : { acceptedOutputModes: accept }),
    ...(bounds === undefined ? {} : { bounds }),
  });
  if (plan !== undefined) return plan;
  const offered = card.interfaces.map((one) => `${one.protocolBinding} ${one.protocolVersion}`).join(', ');
  throw new GuardError(
    `${card.name || 'The agent'} offers ${offered}. Spoken here are A2A 0.2, 0.3 and 1.0 over JSONRPC and HTTP+JSON. Nothing was sent.`,
    { code: 'no-common-interface' },
  );
}
