// Probity itself, at the level given.
import { startGateway } from '../../src/gateway/gateway.ts';
import type { Level } from '../../src/gateway/options.ts';

const [, , target = '', level = 'watch'] = process.argv;
const gateway = await startGateway({
  port: 0,
  peers: [{ name: 'agent', target, level: level as Level, opening: 'stream' }],
  limits: { requestsPerSecond: 0, maxStreamsPerCaller: 20_000, maxStreamsPerPeer: 20_000 },
});
await gateway.ready;
process.on('message', () => process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));
process.send?.(gateway.urlOf('agent'));
