import { createAgent } from './agent/agent.ts';
import { conventions } from './agent/conventions.ts';
import { bindings as allBindings, type Binding, type Card, honestCard, type Interface } from './card.ts';
import { checkOptions } from './check-options.ts';
import { startControl } from './control/control.ts';
import { deviations as catalogue } from './deviations/index.ts';
import { type Endpoint, endpointsBefore, ownEndpoints } from './endpoint.ts';
import type { Deliver, Handler, Upstream } from './exchange.ts';
import { Fault } from './fault.ts';
import { LabError } from './lab-error.ts';
import type { LabOptions } from './lab-options.ts';
import { Ledger } from './ledger.ts';
import { closeServer, listen } from './listen.ts';
import { RunningDeviations } from './running-deviations.ts';
import { connectUpstream, type Located, locateUpstream } from './upstream/http-upstream.ts';
import { PushRelay } from './upstream/push-relay.ts';
import type { Dialect } from './wire/dialect.ts';
import { dialectOf } from './wire/dialects.ts';
import { createPushSender } from './wire/push-sender.ts';
import { createPeerServer } from './wire/server.ts';

/** A running peer. */
export interface LabPeer {
  /** Where it listens, without a path. */
  readonly url: string;
  /** Where its card is, as the deviations have it that run now. */
  readonly cardUrl: string;
  /** Where it is controlled, if that was asked for. */
  readonly controlUrl: string | undefined;
  readonly ledger: Ledger;
  /** What runs now; may be changed at any time. */
  readonly deviations: RunningDeviations;
  /** Stops all work, closes all connections and frees the ports. */
  close(): Promise<void>;
}

/**
 * Starts a peer that misbehaves as asked.
 * @throws LabError if the options, deviations, bindings, ports or the agent behind don't fit.
 */
export async function startLab(options: LabOptions = {}): Promise<LabPeer> {
  const { host = '127.0.0.1', port = 0, stepMs = 1000, seed = 1, maxBodyBytes = 1024 * 1024 } = options;
  checkOptions(options);
  const dialect = dialectOf(options.dialect ?? '1.0', options.protoJson);
  const ledger = new Ledger();
  const closing = new AbortController();
  const behind = options.upstream === undefined ? undefined : await locate(dialect, options.upstream);
  const bindings = chooseBindings(dialect, behind?.interfaces, options.bindings);
  const endpoints = behind === undefined ? ownEndpoints(bindings) : endpointsBefore(behind.interfaces, bindings);

  const onSwitch = (note: string) => ledger.add({ kind: 'switch', note });
  const running = new RunningDeviations({ dialect: dialect.name, bindings, stepMs, seed, onSwitch });
  for (const choice of options.deviations ?? []) running.add(choice);
  running.remember();
  const deliver = running.aroundPush(createPushSender(dialect, ledger, closing.signal));

  let url = '';
  const ownUrl = () => options.publicUrl?.replace(/\/+$/, '') ?? url;
  const relay = behind && relays(options, behind) ? new PushRelay({ dialect, ownUrl, deliver }) : undefined;
  let agent: Handler = () => Promise.reject(new Fault('internal-error', 'Not started yet.'));
  const handle = running.around((exchange) => agent(exchange));
  const elsewhere: PeerOptions['elsewhere'] = (request, response) => relay?.take(request, response) ?? false;
  const server = createPeerServer({ dialect, endpoints, ledger, maxBodyBytes, handle, elsewhere });
  url = await listen(server, host, port);

  const at = ({ path }: Endpoint) => ownUrl() + path;
  const upstream =
    behind === undefined
      ? startAgent(options, dialect, interfacesAt(endpoints, at, options.tenants), ledger, deliver)
      : connectUpstream({ ...behind, dialect, endpoints, ownUrl: at });
  agent = relay?.around(upstream.handle) ?? upstream.handle;

  const close = async () => {
    closing.abort();
    running.clear();
    await upstream.close();
    await closeServer(server);
  };
  const peer = {
    url,
    get cardUrl() {
      const moved = running.list().map((name) => catalogue.find((each) => each.name === name)?.cardPath);
      return url + (moved.find((path) => path !== undefined) ?? dialect.cardPath);
    },
    controlUrl: undefined,
    ledger,
    deviations: running,
    close,
  };
  if (options.control === undefined) return peer;
  return await startControl({ peer, host, port: options.control, facts: { dialect: dialect.name, bindings } }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
}

type PeerOptions = Parameters<typeof createPeerServer>[0];

function startAgent(
  options: LabOptions,
  dialect: Dialect,
  interfaces: readonly Interface[],
  ledger: Ledger,
  deliver: Deliver,
): Upstream {
  const { stepMs = 1000, tokens = {}, tenants = [] } = options;
  const known = Object.keys(tokens).length > 0;
  const claims: Partial<Card> = known ? { bearer: true, extendedCard: true } : {};
  const card = { ...honestCard, ...claims, ...options.card, interfaces };
  const gate = { tokens, tenants, extensionsHeader: dialect.extensionsHeader };
  return createAgent({ card, stepMs, conventions: conventions[dialect.name], gate, ledger, deliver });
}

function interfacesAt(
  endpoints: readonly Endpoint[],
  at: (endpoint: Endpoint) => string,
  tenants: readonly string[] = [],
): readonly Interface[] {
  const named = tenants.length === 0 ? [undefined] : tenants;
  return named.flatMap((tenant) =>
    endpoints.map((endpoint) => ({ url: at(endpoint), binding: endpoint.binding, ...(tenant && { tenant }) })),
  );
}

function chooseBindings(
  dialect: Dialect,
  offered: readonly Interface[] | undefined,
  chosen: readonly Binding[] | undefined,
): readonly Binding[] {
  const spoken: readonly Binding[] = dialect.http === undefined ? ['JSONRPC'] : allBindings;
  const there =
    offered === undefined ? spoken : offered.map(({ binding }) => binding).filter((each) => spoken.includes(each));
  const missing = (chosen ?? []).find((binding) => !there.includes(binding));
  if (missing !== undefined) throw new LabError('unfit-binding', `There is no ${missing} in ${dialect.name} here.`);
  if (there.length === 0) throw new LabError('unfit-binding', `The agent lists no interface of ${dialect.name}.`);
  return chosen ?? [...new Set(there)];
}

function locate(dialect: Dialect, card: string): Promise<Located> {
  return locateUpstream(dialect, card).catch((error: unknown) => {
    throw new LabError('unreachable-upstream', `Can't read the card of the agent at ${card}.`, { cause: error });
  });
}

/** Whether the agent behind can call this peer: it was told where, or is on the same machine. */
function relays({ publicUrl }: LabOptions, { interfaces }: Located): boolean {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
  return publicUrl !== undefined || interfaces.every(({ url }) => local.test(URL.parse(url)?.hostname ?? ''));
}
