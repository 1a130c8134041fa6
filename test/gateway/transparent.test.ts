import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Level } from '../../src/gateway/options.ts';
import { startLab } from '../../src/lab/index.ts';
import { matrix } from '../lab/matrix.ts';
import { startSdkAgent } from '../lab/sdk-agent.ts';
import { playConforming, Speaker } from './scenario.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const LEVELS: readonly Level[] = ['watch', 'protect'];

function hostsOf(...urls: readonly string[]): readonly string[] {
  return urls.map((url) => url.replace('http://', ''));
}

for (const level of LEVELS) {
  describe(`at ${level} a conforming agent is answered for byte by byte`, { concurrency: 3 }, () => {
    for (const [dialect, binding] of matrix) {
      for (const name of ['honest', 'odd-framing']) {
        it(`${name}, ${dialect} over ${binding}`, async () => {
          const lab = await startLab({ stepMs: 40, dialect, deviations: [name] });
          try {
            const rest = binding === 'HTTP+JSON' ? '/rest' : '/';
            const direct = new Speaker(lab.url + rest, dialect, binding);
            const told = await playConforming(direct, hostsOf(lab.url));
            await withGateway(
              lab.url,
              { peer: { level, opening: 'stream' }, bounds: shortBounds },
              async ({ url, events }) => {
                const through = new Speaker(url + rest, dialect, binding);
                assert.deepEqual(await playConforming(through, hostsOf(url, lab.url)), told);
                const found = events.flatMap((event) =>
                  event.kind === 'finding' && event.finding.severity === 'error' ? [event.finding.because] : [],
                );
                assert.deepEqual(found, []);
              },
            );
          } finally {
            await lab.close();
          }
        });
      }
    }

    it('an agent on the official SDK', async () => {
      const agent = await startSdkAgent();
      try {
        const direct = new Speaker(`${agent.url}/`, '1.0', 'JSONRPC');
        const told = await playConforming(direct, hostsOf(agent.url));
        await withGateway(agent.url, { peer: { level, opening: 'stream' }, bounds: shortBounds }, async ({ url }) => {
          const through = new Speaker(`${url}/`, '1.0', 'JSONRPC');
          assert.deepEqual(await playConforming(through, hostsOf(url, agent.url)), told);
        });
      } finally {
        await agent.close();
      }
    });
  });
}
