import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import { GatewayError } from '../../gateway/gateway-error.ts';
import type { GatewayEvent } from '../../gateway/gateway-event.ts';
import { type GatewayState, openGatewayState } from '../../gateway/gateway-state.ts';
import { DEFAULT_GATEWAY_LIMITS, type GatewayLimits } from '../../gateway/limits.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { didYouMean } from '../../options/did-you-mean.ts';
import { StoreError } from '../../store/store-error.ts';
import { readContractFiles } from '../delegate/contract-files.ts';
import { EXIT } from '../exit-code.ts';
import { listenForInterruption } from '../interruption.ts';
import type { Outlet, Streams } from '../terminal/outlet.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { eventJson, reportEvent } from './event-report.ts';
import type { GatewayRequest } from './request.ts';

/**
 * Runs a gateway until it is interrupted.
 *
 * @param started told once it listens, before anything else is written
 * @throws UsageError if it can't be started as asked
 */
export async function runGateway(
  request: GatewayRequest,
  { out, err }: Streams,
  started: (gateway: Gateway) => void = () => undefined,
): Promise<number> {
  await using state = await openState(request.stateFile, err);
  const report = (event: GatewayEvent): void => {
    if (request.json) out.line(eventJson(event, new Date()));
    else reportEvent(event, out);
  };
  const held: GatewayEvent[] = [];
  let told = false;
  const gateway = await start(request, state, (event) => (told ? report(event) : void held.push(event)));
  const { promise: interrupted, resolve } = Promise.withResolvers<void>();
  const interruption = listenForInterruption(() => undefined);
  interruption.signal.addEventListener('abort', () => resolve());
  started(gateway);
  tellWhere(request, gateway, out);
  told = true;
  for (const event of held) report(event);
  await interrupted;
  if (!request.json)
    out.line(out.style.quiet('No new work is taken; what is under way may end. Ctrl-C again ends it at once.'));
  await gateway.close();
  interruption.stop();
  return EXIT.ok;
}

/** @throws UsageError if the file can't be used */
async function openState(file: string | undefined, err: Outlet): Promise<GatewayState | undefined> {
  if (file === undefined) return undefined;
  const onError = (error: unknown): void => {
    err.line(`probity: what the gateway knows is not kept. ${safeLine(error instanceof Error ? error.message : '')}`);
  };
  try {
    return await openGatewayState({ file, onError });
  } catch (error) {
    if (error instanceof StoreError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

async function start(
  request: GatewayRequest,
  state: GatewayState | undefined,
  report: (event: GatewayEvent) => void,
): Promise<Gateway> {
  const { peers, host, port, level, settle, cancelConfirm, onLeave, opening, hosts, trustedProxies } = request;
  const { task: tasks, profile } = await readContractFiles(request);
  const protection = {
    ...{ level, settle, cancelConfirm, onLeave, opening },
    ...(tasks === undefined ? {} : { tasks }),
    ...(profile === undefined ? {} : { profile }),
  };
  const limits = limitsOf(request.limits);
  try {
    return await startGateway({
      peers: peers.map((peer) => ({ ...peer, ...protection })),
      host,
      port,
      limits,
      hosts,
      trustedProxies,
      report,
      ...(state === undefined ? {} : { state }),
    });
  } catch (error) {
    if (error instanceof GatewayError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function limitsOf(given: Readonly<Record<string, number>>): Partial<GatewayLimits> {
  const names = Object.keys(DEFAULT_GATEWAY_LIMITS);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no limit named ${unknown}.${didYouMean(unknown, names) || ` There is ${names.join(', ')}.`}`,
    );
  }
  return given;
}

function tellWhere({ peers, level, json }: GatewayRequest, gateway: Gateway, out: Outlet): void {
  const mounts = peers.map(({ name, target }) => ({
    name,
    url: `${gateway.urlOf(name)}/`,
    target: withoutSecrets(target),
  }));
  if (json) return out.line(safeJson({ schemaVersion: 1, kind: 'listening', url: gateway.url, level, peers: mounts }));
  for (const { url, target } of mounts) out.line(`${out.style.strong(url)}  before ${safeLine(target)}, ${level}`);
  out.line(out.style.quiet('It does not know who calls, so it listens on loopback only. Ctrl-C ends it.'));
  out.line();
}
