import type { LookupFunction } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import type { AddressPolicy } from '../../http/address-policy.ts';
import { OriginConnector } from '../../http/connection.ts';
import { EgressGuard } from '../../http/egress-guard.ts';
import type { GatewayLimits } from '../limits.ts';
import type { AgentCall, AgentRequest } from './agent-call.ts';

/** Connections to one origin of an agent. Streams have a pool of their own, so that no number of them delays a read. */
export class AgentPool {
  readonly origin: string;
  readonly #calls: Pool;
  readonly #streams: Pool;
  readonly #connectMs: number;

  constructor(origin: string, allow: AddressPolicy, limits: GatewayLimits, lookup: LookupFunction | undefined) {
    this.origin = origin;
    this.#connectMs = limits.connectMs;
    const connector = new OriginConnector(new EgressGuard(origin, { allow, exposedMetadata: [], lookup }), {});
    const common: Pool.Options = {
      connect: (options, callback) => connector.open(options, callback),
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.answerMs,
    };
    this.#calls = new Pool(origin, {
      ...common,
      connections: limits.maxRequestsPerPeer,
      bodyTimeout: limits.answerIdleMs,
    });
    this.#streams = new Pool(origin, {
      ...common,
      connections: limits.maxStreamsPerPeer,
      bodyTimeout: limits.streamIdleMs,
    });
  }

  /** Sends a request off. `streaming`: its answer may take as long as a task does. */
  dispatch({ method, path, headers, body }: AgentRequest, streaming: boolean, call: AgentCall): void {
    const pool = streaming ? this.#streams : this.#calls;
    pool.dispatch(
      {
        method: method as Dispatcher.HttpMethod,
        path,
        headers: headers as string[],
        body: body ?? null,
        idempotent: false,
      },
      call,
    );
    call.connectWithin(this.#connectMs);
  }

  /** Ends every call. */
  async close(): Promise<void> {
    await Promise.all([this.#calls.destroy(), this.#streams.destroy()]);
  }
}
