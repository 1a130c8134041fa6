import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAgent } from './agent/agent.ts';
import { conventions } from './agent/conventions.ts';
import { type Binding, type Card, honestCard, type Interface } from './card.ts';
import type { DialectName, Handler } from './exchange.ts';
import { Fault } from './fault.ts';
import { LabError } from './lab-error.ts';
import { Ledger } from './ledger.ts';
import { type DeviationChoice, RunningDeviations } from './running-deviations.ts';
import { connectUpstream } from './upstream/http-upstream.ts';
import type { Dialect } from './wire/dialect.ts';
import { dialectOf } from './wire/dialects.ts';
import { createPushSender } from './wire/push-sender.ts';
import { createPeerServer, httpJsonPath } from './wire/server.ts';

export interface LabOptions {
  /** The first one is nearest to the caller. None, or `honest` alone, is an agent that keeps its word. */
  readonly deviations?: readonly DeviationChoice[];
  /** Default 1.0. */
  readonly dialect?: DialectName;
  /** In the order in which the card lists them. Default: all that the dialect, or the agent behind, has. */
  readonly bindings?: readonly Binding[];
  /**
   * Url of an agent, or of its card, to stand before; without one the lab's own agent is behind the deviations.
   * Web-hooks of an agent behind go to the caller directly.
   */
  readonly upstream?: string;
  /** Default 0, a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Length of one step of slow work; other pauses are a quarter of it. Default 1000. */
  readonly stepMs?: number;
  /** Claims of the lab's own agent other than those of the honest card. */
  readonly card?: Partial<Card>;
  /** 0.3 over HTTP+JSON in the JSON that the official SDKs use, not that of the text. */
  readonly protoJson?: boolean;
  /** Seed of the deviations that happen with a probability. Default 1. */
  readonly seed?: number;
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
 * @throws LabError if the deviations, bindings, port or the agent behind don't fit.
 */
export async function startLab(options: LabOptions = {}): Promise<LabPeer> {
  const { host = '127.0.0.1', port = 0, stepMs = 1000, seed = 1, maxBodyBytes = 1024 * 1024 } = options;
  const dialect = dialectOf(options.dialect ?? '1.0', options.protoJson);
  const ledger = new Ledger();
  const closing = new AbortController();

  let url = ''; // known once the server listens, before the first request can come
  const own = (bindings: readonly Binding[]) => bindings.map((binding) => interfaceAt(url, binding));
  const behind = options.upstream === undefined ? undefined : await connect(dialect, options.upstream, own);
  const bindings = chooseBindings(dialect, behind?.interfaces, options.bindings);

  const onSwitch = (note: string) => ledger.add({ kind: 'switch', note });
  const running = new RunningDeviations({ dialect: dialect.name, bindings, stepMs, seed, onSwitch });
  for (const choice of options.deviations ?? []) running.add(choice);

  let agent: Handler = () => Promise.reject(new Fault('internal-error', 'Not started yet.'));
  const handle = running.around((exchange) => agent(exchange));
  const server = createPeerServer({ dialect, bindings, ledger, maxBodyBytes, handle });
  url = await listen(server, host, port);

  const deliver = running.aroundPush(createPushSender(dialect, ledger, closing.signal));
  const card = { ...honestCard, ...options.card, interfaces: own(bindings) };
  const upstream = behind ?? createAgent({ card, stepMs, conventions: conventions[dialect.name], ledger, deliver });
  agent = upstream.handle;

  return {
    url,
    cardUrl: url + dialect.cardPath,
    ledger,
    deviations: running,
    close: async () => {
      closing.abort();
      running.clear();
      await upstream.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function interfaceAt(url: string, binding: Binding): Interface {
  return { binding, url: url + (binding === 'JSONRPC' ? '/' : httpJsonPath) };
}

function chooseBindings(
  dialect: Dialect,
  offered: readonly Interface[] | undefined,
  chosen: readonly Binding[] | undefined,
): readonly Binding[] {
  const spoken: readonly Binding[] = dialect.http === undefined ? ['JSONRPC'] : ['JSONRPC', 'HTTP+JSON'];
  const there =
    offered === undefined ? spoken : offered.map(({ binding }) => binding).filter((each) => spoken.includes(each));
  const missing = (chosen ?? []).find((binding) => !there.includes(binding));
  if (missing !== undefined) throw new LabError('unfit-binding', `There is no ${missing} in ${dialect.name} here.`);
  if (there.length === 0) throw new LabError('unfit-binding', `The agent lists no interface of ${dialect.name}.`);
  return chosen ?? [...new Set(there)];
}

function connect(dialect: Dialect, card: string, own: (bindings: readonly Binding[]) => readonly Interface[]) {
  return connectUpstream(dialect, card, own).catch((error: unknown) => {
    throw new LabError('unreachable-upstream', `Can't read the card of the agent at ${card}.`, { cause: error });
  });
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new LabError(
      'port-in-use',
      `Can't listen on ${host}:${port}: ${(error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'something else does already; choose another port' : (error as Error).message}.`,
      { cause: error },
    );
  });
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
