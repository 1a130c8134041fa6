import { type Gateway, startGateway } from '../../src/gateway/gateway.ts';
import type { GatewayEvent } from '../../src/gateway/gateway-event.ts';
import type { GatewayOptions, PeerOptions } from '../../src/gateway/options.ts';

/** A gateway with one agent behind it, named `a`, and what it told. */
export interface Mounted {
  readonly gateway: Gateway;
  /** Where the agent is mounted. */
  readonly url: string;
  readonly events: readonly GatewayEvent[];
}

export interface MountOptions extends Partial<Omit<GatewayOptions, 'peers'>> {
  readonly peer?: Partial<PeerOptions>;
  /** Whether to wait until the card was looked for; `true` unless given. */
  readonly awaitCard?: boolean;
}

/** Runs a test against a gateway that is closed behind it. */
export async function withGateway<T>(
  target: string,
  { peer = {}, awaitCard = true, ...options }: MountOptions,
  test: (mounted: Mounted) => Promise<T>,
): Promise<T> {
  const events: GatewayEvent[] = [];
  const gateway = await startGateway({
    port: 0,
    ...options,
    limits: { shutdownMs: 100, ...options.limits },
    peers: [{ name: 'a', target, ...peer }],
    report: (event) => events.push(event),
  });
  try {
    if (awaitCard) await gateway.ready;
    return await test({ gateway, url: gateway.urlOf('a'), events });
  } finally {
    await gateway.close();
  }
}
