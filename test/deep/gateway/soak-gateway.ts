// A gateway in a process of its own, so that what it holds can be told from what its agents and callers hold.
import { startGateway } from '../../../src/gateway/gateway.ts';
import type { PeerOptions } from '../../../src/gateway/options.ts';

/** What the process holds. */
export interface Held {
  readonly heapMb: number;
  readonly rssMb: number;
  readonly sockets: number;
  readonly timers: number;
}

export type ToGateway =
  | { readonly kind: 'start'; readonly peers: readonly PeerOptions[] }
  | { readonly kind: 'measure' }
  | { readonly kind: 'close' };
export type FromGateway = { readonly kind: 'started'; readonly url: string } | ({ readonly kind: 'held' } & Held);

function held(): FromGateway {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (begin: string) => resources.filter((name) => name.startsWith(begin)).length;
  const [heapMb, rssMb] = [heapUsed / 2 ** 20, rss / 2 ** 20];
  return { kind: 'held', heapMb, rssMb, sockets: count('TCP'), timers: count('Timeout') };
}

let close: () => Promise<void> = async () => undefined;
const tell = (message: FromGateway) => process.send?.(message);

process.on('message', async (message: ToGateway) => {
  switch (message.kind) {
    case 'start': {
      const limits = { requestsPerSecond: 0, maxStreamsPerCaller: 5_000, shutdownMs: 1_000, maxTasks: 500 };
      // All else as it is by default: a thousand streams are not to be read as often as a test would.
      const bounds = { silence: { ms: 5_000, source: 'profile' } as const };
      const gateway = await startGateway({ port: 0, peers: message.peers, limits, bounds });
      await gateway.ready;
      close = () => gateway.close();
      tell({ kind: 'started', url: gateway.url });
      break;
    }
    case 'measure':
      tell(held());
      break;
    case 'close': {
      await close();
      // Sockets are gone a moment after they were destroyed.
      setTimeout(() => tell(held()), 5_000);
    }
  }
});
process.on('disconnect', () => process.exit());
