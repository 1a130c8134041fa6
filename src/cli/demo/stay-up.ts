import { startCast } from '../../demo/cast.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { GatewayError } from '../../gateway/gateway-error.ts';
import type { GatewayRequest } from '../gateway/request.ts';
import { runGateway } from '../gateway/run-gateway.ts';
import type { Outlet, Streams } from '../terminal/outlet.ts';
import { UsageError } from '../usage-error.ts';

interface Named {
  readonly name: string;
  readonly target: string;
}

/** Starts the agents of the demonstration again, with a gateway before them, and stays up until interrupted. */
export async function stayUpWithCast(streams: Streams, json: boolean): Promise<void> {
  const cast = await startCast();
  try {
    const peers = cast.map(({ name, agent }) => ({ name, target: agent.url }));
    const liar = peers.find(({ name }) => name === 'no-terminal');
    await stayUp(peers, streams, json, (gateway) => {
      if (liar !== undefined) tellWhatToTry(liar.target, gateway.urlOf(liar.name), streams.out);
    });
  } finally {
    await Promise.all(cast.map(({ agent }) => agent.close()));
  }
}

/** Stays up with a gateway before one's own agents. */
export function stayUpBefore(peers: readonly Named[], streams: Streams, json: boolean): Promise<void> {
  return stayUp(peers, streams, json, (gateway) => {
    streams.out.line('Your agents stay behind the gateway. Use its addresses in the place of theirs, or look first:');
    for (const { name } of peers) streams.out.line(`  curl ${gateway.urlOf(name)}/.well-known/agent-card.json`);
    streams.out.line();
  });
}

async function stayUp(
  peers: readonly Named[],
  streams: Streams,
  json: boolean,
  tell: (gateway: Gateway) => void,
): Promise<void> {
  const started = json ? () => undefined : tell;
  try {
    await runGateway(requestFor(peers, 4780, json), streams, started);
  } catch (error) {
    if (!(error instanceof UsageError && error.cause instanceof GatewayError && error.cause.code === 'port-in-use')) {
      throw error;
    }
    await runGateway(requestFor(peers, 0, json), streams, started);
  }
}

function requestFor(peers: readonly Named[], port: number, json: boolean): GatewayRequest {
  return {
    peers: peers.map((peer) => ({ ...peer, origins: [] })),
    ...{ host: '127.0.0.1', port, hosts: [], trustedProxies: [], limits: {}, json },
    ...{ taskFile: undefined, profileFile: undefined, stateFile: undefined },
    ...{ level: 'protect', settle: 'wait', cancelConfirm: 'wait', onLeave: 'keep', opening: 'auto' },
  };
}

/** Lines to be copied, so they are not broken. */
function tellWhatToTry(direct: string, behind: string, out: Outlet): void {
  const message = { messageId: 'one', role: 'ROLE_USER', parts: [{ text: 'slow 4' }] };
  const call = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } };
  const curl = "curl -N -H 'content-type: application/json' -H 'a2a-version: 1.0' -d \"$SEND\"";
  out.line(out.style.strong('The agents stay up. In another terminal, ask the one that ends its stream half-way:'));
  out.line(`  SEND='${JSON.stringify(call)}'`);
  out.line(`  ${curl} ${direct}/  ${out.style.quiet('# the agent itself')}`);
  out.line(`  ${curl} ${behind}/  ${out.style.quiet('# behind the gateway')}`);
  out.line(
    `  curl ${behind}/.well-known/agent-card.json  ${out.style.quiet('# its card, and what is known of its claims')}`,
  );
  out.line();
}
