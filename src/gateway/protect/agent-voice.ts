import { type Call, isStreaming, requestFacts, vantageOf } from '../../protocol/call.ts';
import type { Codec, Endpoint } from '../../protocol/codec.ts';
import type { Observe, Vantage } from '../../protocol/observation.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import { sharedCodec } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { AgentCall, type AnswerReceiver } from '../upstream/agent-call.ts';
import type { AgentPool } from '../upstream/agent-pool.ts';
import type { Visit } from '../visit.ts';

/** Calls of the gateway's own for one caller: on the same interface, in the same dialect, with the caller's credentials. */
export class AgentVoice {
  readonly codec: Codec;
  readonly #desk: Desk;
  readonly #pool: AgentPool;
  readonly #endpoint: Endpoint;
  readonly #credentials: readonly string[];

  constructor(desk: Desk, visit: Visit, read: ReadRequest) {
    const { peer, place, call, forwarded } = visit;
    this.#desk = desk;
    this.codec = sharedCodec(read.dialect, read.binding);
    this.#pool = peer.pool(place.origin);
    const base = place.path.slice(0, place.path.length - visit.rest.length) + call.interfacePath;
    this.#endpoint = {
      url: place.origin + base,
      ...(read.binding === 'JSONRPC' && call.tenant !== undefined ? { tenant: call.tenant } : {}),
      ...(read.facts.extensions === undefined ? {} : { extensions: read.facts.extensions }),
    };
    this.#credentials = forwarded.credentials;
  }

  /** Whether calls go to the same place in the same words. */
  get place(): string {
    return `${this.codec.dialect} ${this.codec.binding} ${this.#endpoint.url}`;
  }

  /** Asks, and tells what is seen of it; at last `done`, with the length of the answer. `undefined` where the dialect has no such call. */
  ask(call: Call, observe: Observe, done: (bytes: number) => void): AgentCall | undefined {
    const codec = this.codec;
    const clock = this.#desk.clock;
    return this.send(call, undefined, observe, (vantage) => ({
      end: ({ status, headers }, body) => {
        codec.decodeAnswer(vantage, { status, headers, body, received: clock() }, observe);
        done(body.length);
      },
      failed: (failure) => {
        observe({ kind: 'failure', ...failure, vantage, received: clock() });
        done(0);
      },
    }));
  }

  /**
   * Sends a call off, and leaves its answer to whoever receives it.
   *
   * @param rpcId of the caller's own request, where the answers are to be passed on as those to it
   */
  send(
    call: Call,
    rpcId: unknown,
    observe: Observe,
    receiver: (vantage: Vantage) => AnswerReceiver,
  ): AgentCall | undefined {
    const id = this.#desk.nextVantage();
    const request = this.codec.encode(call, this.#endpoint, id);
    if (request === undefined) return undefined;
    const given = typeof rpcId === 'string' || typeof rpcId === 'number' ? rpcId : undefined;
    const rpc = this.codec.binding === 'JSONRPC' ? { rpcId: given ?? id } : {};
    const vantage = vantageOf(
      id,
      call,
      this.#desk.clock(),
      requestFacts(call, { version: this.codec.dialect, ...rpc }),
    );
    observe({ kind: 'asked', vantage, received: vantage.asked });
    const headers = [...this.#credentials, 'accept-encoding', 'identity'];
    for (const [name, value] of Object.entries(request.headers)) headers.push(name, value);
    const body = given === undefined || request.body === undefined ? request.body : withId(request.body, given);
    const agentCall = new AgentCall(this.#pool.origin, this.#desk.limits.maxAnswerBytes, receiver(vantage));
    const path = request.url.slice(this.#pool.origin.length) || '/';
    const asked = { method: request.method, path, headers, body: body === undefined ? undefined : Buffer.from(body) };
    this.#pool.dispatch(asked, isStreaming(call.operation), agentCall);
    return agentCall;
  }
}

function withId(body: string, id: string | number): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), id });
}
