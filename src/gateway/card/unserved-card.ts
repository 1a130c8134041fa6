import type { AgentCard } from '../../card/agent-card.ts';
import type { Peer } from '../peer.ts';
import { carried } from './rewrite-card.ts';

/** Why nothing is left of a card that the gateway could serve, and what helps. */
export function whyUnserved({ interfaces }: AgentCard, { name, paths }: Peer): string {
  const [first, ...others] = new Set(
    interfaces
      .filter(({ url, protocolBinding }) => carried(protocolBinding) && paths.mounted(url) === undefined)
      .map(({ url }) => (URL.canParse(url) ? new URL(url).origin : 'no URL at all')),
  );
  if (first === undefined) return 'Its card offers nothing that the gateway carries, which is JSON-RPC and HTTP+JSON.';
  const origins = [first, ...others].join(', ');
  return `Its card leads to ${origins} only, where the gateway may not go. If that is right, allow it: --origin ${name}=${first}.`;
}
