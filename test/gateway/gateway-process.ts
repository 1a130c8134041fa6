// A gateway in a process of its own, so that what it holds can be told from what its agents and callers hold.
import { startGateway } from '../../src/gateway/gateway.ts';
import type { FromGateway, ToGateway } from './apart.ts';

function held(): FromGateway {
  globalThis.gc?.();
  const { heapUsed, rss, arrayBuffers } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (begin: string) => resources.filter((name) => name.startsWith(begin)).length;
  const [heapMb, rssMb] = [(heapUsed + arrayBuffers) / 2 ** 20, rss / 2 ** 20];
  return { kind: 'held', heapMb, rssMb, sockets: count('TCP'), timers: count('Timeout') };
}

/** What is garbage still when all that is young has been looked through, twice, since once makes old. */
function sifted(): FromGateway {
  for (let time = 0; time < 2; time++) globalThis.gc?.({ type: 'minor' });
  const before = process.memoryUsage().heapUsed;
  globalThis.gc?.();
  return { kind: 'sifted', oldBytes: before - process.memoryUsage().heapUsed };
}

let close: () => Promise<void> = async () => undefined;
const tell = (message: FromGateway) => process.send?.(message);

process.on('message', async (message: ToGateway) => {
  switch (message.kind) {
    case 'start': {
      const gateway = await startGateway({ port: 0, ...message.options });
      await gateway.ready;
      close = () => gateway.close();
      tell({ kind: 'started', url: gateway.url });
      break;
    }
    case 'measure':
      tell(held());
      break;
    case 'sift':
      tell(sifted());
      break;
    case 'close': {
      await close();
      // Sockets are gone a moment after they were destroyed.
      setTimeout(() => tell(held()), 5_000);
    }
  }
});
process.on('disconnect', () => process.exit());
