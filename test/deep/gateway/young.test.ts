import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startApart } from '../../gateway/apart.ts';
import { gaveCard, json, startScripted } from '../../gateway/scripted-agent.ts';

const READS = 2_000;
const AT_ONCE = 32;
/** A request and its answer take 25 kB. Some of what is compiled for them becomes garbage, too. */
const MOST_BYTES = 1_500;

describe('a request that is over is thrown away with what is young', () => {
  for (const level of ['watch', 'protect'] as const) {
    it(`at ${level}`, async () => {
      const agent = await startScripted((request, response, body) => {
        if (gaveCard(request, response)) return;
        const { id, params } = JSON.parse(body);
        const result = { id: params.id, contextId: 'context-1', status: { state: 'TASK_STATE_WORKING' } };
        json(response, { jsonrpc: '2.0', id, result });
      });
      const limits = { requestsPerSecond: 0 };
      const gateway = await startApart({ peers: [{ name: 'a', target: agent.url, level }], limits });
      const read = async (count: number): Promise<void> => {
        const call = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'task-1' } };
        const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
        let left = count;
        const reader = async (): Promise<void> => {
          while (left-- > 0) {
            const answer = await fetch(`${gateway.url}/a/rpc`, { method: 'POST', headers, body: JSON.stringify(call) });
            assert.match(await answer.text(), /"task-1"/);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, reader));
      };
      try {
        await read(READS);
        await gateway.sift();
        await read(READS);
        const bytes = (await gateway.sift()) / READS;
        assert.ok(bytes < MOST_BYTES, `each read left ${Math.round(bytes)} bytes for the old generation`);
      } finally {
        gateway.kill();
        await agent.close();
      }
    });
  }
});
