import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAgent } from './agent/agent.ts';
import { conventions } from './agent/conventions.ts';
import { type Binding, type Card, honestCard } from './card.ts';
import type { DialectName } from './exchange.ts';
import { LabError } from './lab-error.ts';
import { Ledger } from './ledger.ts';
import { type DeviationChoice, RunningDeviations } from './running-deviations.ts';
import { dialectOf } from './wire/dialects.ts';
import { createPushSender } from './wire/push-sender.ts';
import { createPeerServer, httpJsonPath } from './wire/server.ts';

export interface LabOptions {
  /** The first one is nearest to the caller. None, or `honest` alone, is an agent that keeps its word. */
  readonly deviations?: readonly DeviationChoice[];
  /** Default 1.0. */
  readonly dialect?: DialectName;
  /** In the order in which the card lists them. Default: all that the dialect has. */
  readonly bindings?: readonly Binding[];
  /** Default 0, a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Length of one step of slow work; other pauses are a quarter of it. Default 1000. */
  readonly stepMs?: number;
  /** Claims other than those of the honest card. */
  readonly card?: Partial<Card>;
  /** 0.3 over HTTP+JSON in the JSON that the official SDKs use, not that of the text. */
  readonly protoJson?: boolean;
  /** Longest request body taken. Default 1 MiB. */
  readonly maxBodyBytes?: number;
}

/** A running peer. */
export interface LabPeer {
  /** Where it listens, without a path. */
  readonly url: string;
  readonly cardUrl: string;
  readonly ledger: Ledger;
  /** What runs now; may be changed at any time. */
  readonly deviations: RunningDeviations;
  /** Stops all work, closes all connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a peer that misbehaves as asked.
 * @throws LabError if the deviations, bindings or the port don't fit.
 */
export async function startLab(options: LabOptions = {}): Promise<LabPeer> {
  const { host = '127.0.0.1', port = 0, stepMs = 1000, maxBodyBytes = 1024 * 1024 } = options;
  const dialect = dialectOf(options.dialect ?? '1.0', options.protoJson);
  const spoken: readonly Binding[] = dialect.http === undefined ? ['JSONRPC'] : ['JSONRPC', 'HTTP+JSON'];
  const bindings = options.bindings ?? spoken;
  for (const binding of bindings) {
    if (!spoken.includes(binding)) throw new LabError('unfit-binding', `${dialect.name} has no ${binding}.`);
  }

  const ledger = new Ledger();
  const closing = new AbortController();
  const running = new RunningDeviations({
    dialect: dialect.name,
    bindings,
    stepMs,
    onSwitch: (note) => ledger.add({ kind: 'switch', note }),
  });
  for (const choice of options.deviations ?? []) running.add(choice);

  const { promise: ready, resolve } = Promise.withResolvers<ReturnType<typeof createAgent>>();
  const server = createPeerServer({
    dialect,
    bindings,
    ledger,
    maxBodyBytes,
    handle: running.around(async (exchange) => (await ready).handle(exchange)),
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new LabError('port-in-use', `Can't listen on ${host}:${port}.`, { cause: error });
  });

  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  const paths = { JSONRPC: '/', 'HTTP+JSON': httpJsonPath };
  const card = {
    ...honestCard,
    ...options.card,
    interfaces: bindings.map((binding) => ({ binding, url: url + paths[binding] })),
  };
  const deliver = running.aroundPush(createPushSender(dialect, ledger, closing.signal));
  const agent = createAgent({ card, stepMs, conventions: conventions[dialect.name], ledger, deliver });
  resolve(agent);

  return {
    url,
    cardUrl: url + dialect.cardPath,
    ledger,
    deviations: running,
    close: async () => {
      closing.abort();
      running.clear();
      await agent.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
