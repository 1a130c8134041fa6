import { describe, it } from 'node:test';
import { deviations, type LabPeer, startLab } from '../../src/lab/index.ts';
import { quickly } from './delegated.ts';
import { incidents } from './incidents/index.ts';
import { stepMs } from './matrix.ts';
import { NaiveClient } from './naive-client.ts';

/*
 * The same incidents, brought about before an agent that keeps its word: what a deviation does to the lab's own agent it
 * does to any. The truth is in the ledger of the agent behind.
 */

for (const [dialect, binding] of [
  ['1.0', 'JSONRPC'],
  ['0.3', 'HTTP+JSON'],
] as const) {
  const [latest, http] = [dialect === '1.0', binding === 'HTTP+JSON'];

  describe(`what befalls a caller of a proxy, ${dialect} over ${binding}`, { concurrency: 8 }, () => {
    for (const { name, title, dialects, bindings } of deviations) {
      const incident = incidents[name];
      if (incident === undefined) continue;
      if (!dialects.includes(dialect) || !bindings.includes(binding)) continue;
      it(`${name}: ${title}`, async () => {
        const agent = await startLab({ dialect, bindings: [binding], stepMs });
        const proxy = await startLab({ dialect, upstream: agent.url, deviations: [quickly(name)], stepMs });
        const peer: LabPeer = Object.create(proxy, { ledger: { value: agent.ledger } });
        try {
          await incident({ client: new NaiveClient(proxy, dialect, binding), peer, dialect, binding, latest, http });
        } finally {
          await proxy.close();
          await agent.close();
        }
      });
    }
  });
}
