import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../http/clock.ts';
import { nextVantageId } from '../http/vantage-id.ts';
import type { PushRegistration } from '../protocol/call.ts';
import type { Codec, WireBody } from '../protocol/codec.ts';
import type { Observe, RequestFacts, Vantage } from '../protocol/observation.ts';
import { checkCredentials } from './credentials.ts';

/** Who wants to hear of what is delivered for one task. */
export interface PushInterest {
  /** How the agent speaks; an `InterfaceClient` says so too. Whatever comes is understood, and its form is judged by this. */
  readonly speaks: { readonly codec: Codec };
  /** The task, where it is known when the web-hook is registered. */
  readonly taskId?: string;
  /** Told everything that is delivered, on a vantage of the channel `push`, with what is wrong about it. */
  readonly observe: Observe;
  /**
   * Something new was delivered by somebody who knows the credentials. It is a hint to read the task, and no news in
   * itself: a delivery may be late, out of order or forged. A delivery that repeats another one is no hint.
   */
  readonly onHint?: () => void;
}

/** A web-hook for one task. */
export interface WebHook {
  /** What the agent is to be told: a URL that nobody can guess, a token, and credentials that it has to show. */
  readonly registration: PushRegistration;
  /** Where the waiting for a first delivery is seen from. Each delivery has a vantage of its own. */
  readonly vantage: Vantage;
  /** From here on its URL is not found. */
  close(): void;
}

/** So many of the last deliveries are remembered, to know a repetition. */
const MOST_PRINTS = 256;

/** One registration, and what comes by it. */
export class Hook {
  readonly registration: PushRegistration;
  readonly vantage: Vantage;
  readonly path: string;
  readonly #interest: PushInterest;
  readonly #prints = new Set<string>();

  constructor(base: string, interest: PushInterest, clock: Clock) {
    this.path = `/${secret()}`;
    this.#interest = interest;
    this.registration = {
      url: `${base}${this.path}`,
      id: randomUUID(),
      token: secret(),
      authentication: { scheme: 'Bearer', credentials: secret() },
    };
    this.vantage = this.#vantageAt(clock());
  }

  /** Whether a delivery shows what its registration asked for. */
  isAuthentic(headers: IncomingHttpHeaders): boolean {
    return checkCredentials(headers, this.registration).authentic;
  }

  /** Tells what was delivered. `began`: when the request came in, as opposed to its last byte. */
  deliver(headers: IncomingHttpHeaders, { body, received }: Omit<WireBody, 'headers'>, began: number): void {
    const { observe, speaks, onHint } = this.#interest;
    const vantage = this.#vantageAt(began);
    const { authentic, fault } = checkCredentials(headers, this.registration);
    if (fault !== undefined) observe({ kind: 'defect', defect: 'credentials', detail: fault, vantage, received });
    speaks.codec.decodePush(vantage, { headers, body, received }, observe);
    if (authentic && this.#isNew(body)) onHint?.();
  }

  #isNew(body: Buffer): boolean {
    const print = hash('sha256', body, 'base64');
    if (this.#prints.has(print)) return false;
    const [oldest] = this.#prints;
    if (this.#prints.size === MOST_PRINTS && oldest !== undefined) this.#prints.delete(oldest);
    this.#prints.add(print);
    return true;
  }

  #vantageAt(asked: number): Vantage {
    const { taskId } = this.#interest;
    const { url, id } = this.registration;
    const request: RequestFacts = {
      pushUrl: url,
      pushAuthenticated: true,
      ...(id === undefined ? {} : { configId: id }),
      ...(taskId === undefined ? {} : { taskId }),
    };
    return { id: nextVantageId(), channel: 'push', operation: 'CreateTaskPushNotificationConfig', asked, request };
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}
