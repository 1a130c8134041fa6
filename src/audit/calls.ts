import type { Clock } from '../http/clock.ts';
import { createInterfaceClient, type InterfaceClient, type Subscription } from '../http/interface-client.ts';
import type { Call } from '../protocol/call.ts';
import type { Observation, Observe, RequestFacts, Vantage } from '../protocol/observation.ts';
import type { Operation } from '../protocol/operation.ts';
import type { AgentWatch } from './agent-watch.ts';
import type { Caller, Counterpart } from './counterpart.ts';
import type { Edit, ExchangeLog } from './exchange-log.ts';
import type { Pace } from './pace.ts';

/** How a call departs from the usual. */
export interface CallOptions {
  readonly as?: Caller;
  /** What is wrong with the request on purpose, and what that is called. */
  readonly edit?: Edit;
  readonly facts?: Partial<RequestFacts>;
  /** Extensions to activate; those that the card requires, unless given. */
  readonly extensions?: readonly string[];
  readonly timeoutMs?: number;
}

export interface CallsOptions {
  readonly counterpart: Counterpart;
  readonly log: ExchangeLog;
  readonly pace: Pace;
  readonly clock: Clock;
  /** The headers of each caller. */
  readonly headers: Readonly<Record<Caller, Readonly<Record<string, string>>>>;
  readonly signal: AbortSignal;
  /** Told of what was seen, before whoever asked is. */
  readonly watch?: AgentWatch;
}

/** Calls that are answered without any work. */
const IMMEDIATE: ReadonlySet<Operation> = new Set([
  'GetTask',
  'ListTasks',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
]);

/** Makes calls to one interface, as whoever is asked for, and keeps account of how long they take. */
export class Calls {
  readonly counterpart: Counterpart;
  readonly #options: CallsOptions;

  constructor(options: CallsOptions) {
    this.counterpart = options.counterpart;
    this.#options = options;
  }

  /** Makes a call that is answered once. */
  async ask(call: Call, observe: Observe, options: CallOptions = {}): Promise<void> {
    const { pace, signal, watch } = this.#options;
    const see = factsAdded(observe, options, (seen) => {
      watch?.note(seen);
      if (IMMEDIATE.has(call.operation) && seen.kind !== 'failure')
        pace.noteRoundTrip(seen.received - seen.vantage.asked);
    });
    const { timeoutMs = pace.answerMs } = options;
    const client = this.#client(see.vantageId, options);
    const answered = watch?.began();
    await client.ask(call, see.observe, { signal, timeoutMs }).finally(answered);
    if (options.edit === undefined) this.counterpart.codec = client.codec;
  }

  /** Makes a streaming call. */
  listen(call: Call, observe: Observe, options: CallOptions = {}): Subscription {
    const { pace, signal, watch } = this.#options;
    const heard = watch?.began();
    const see = factsAdded(observe, options, (seen) => {
      heard?.();
      watch?.note(seen);
    });
    const { timeoutMs = pace.answerMs } = options;
    return this.#client(see.vantageId, options).listen(call, see.observe, { signal, headersTimeoutMs: timeoutMs });
  }

  /** A client for one call, so that what it exchanges can be told from all else. */
  #client(vantageId: () => number, { as = 'first', edit, extensions }: CallOptions): InterfaceClient {
    const { counterpart, log, headers, clock } = this.#options;
    const { requiredExtensions } = counterpart.claims;
    return createInterfaceClient({
      http: log.clientFor(vantageId, edit),
      codec: counterpart.codec,
      endpoint: { ...counterpart.endpoint, extensions: extensions ?? requiredExtensions },
      headers: headers[as],
      clock,
      ...(as === 'anonymous' || as === 'stranger' ? {} : { identity: as }),
    });
  }
}

/** Puts facts over those of what is seen, and remembers by which vantage it is seen. */
function factsAdded(observe: Observe, { as, facts }: CallOptions, each?: (seen: Observation) => void) {
  let own: { readonly from: Vantage; readonly to: Vantage } | undefined;
  const added: Partial<RequestFacts> = {
    ...(as === 'anonymous' ? { probe: 'anonymous' } : as === 'stranger' ? { probe: 'forged-credentials' } : {}),
    ...facts,
  };
  const vantageFor = (from: Vantage): Vantage => {
    if (Object.keys(added).length === 0) return from;
    // A streaming call that is answered plainly goes on by another vantage of the same id.
    if (own?.from !== from) own = { from, to: { ...from, request: { ...from.request, ...added } } };
    return own.to;
  };
  let id = 0;
  return {
    vantageId: () => id,
    observe: (seen: Observation): void => {
      id = seen.vantage.id;
      if (seen.kind !== 'asked') each?.(seen);
      observe({ ...seen, vantage: vantageFor(seen.vantage) });
    },
  };
}
