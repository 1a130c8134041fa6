import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ask } from './raw.ts';
import { gaveCard, json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const HEADERS = { 'a2a-version': '1.0' };
const READS = 4;

for (const [binding, mount] of [
  ['HTTP+JSON', '/rest'],
  ['HTTP+JSON', '/'],
  ['JSONRPC', '/rpc'],
] as const) {
  it(`tenants have tasks of the same id, over ${binding} at ${mount}, and each is told its own`, async () => {
    const ids = { id: 't1', contextId: 'c1' };
    const done = {
      ...ids,
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }],
    };
    const task = (tenant: string) => (tenant === 'done' ? done : { ...ids, status: { state: 'TASK_STATE_WORKING' } });
    const agent = await startScripted((request, response, body) => {
      if (gaveCard(request, response, mount, binding)) return;
      if (binding === 'HTTP+JSON') return json(response, task((request.url ?? '').split('/').at(-3) ?? ''));
      const { id, params } = JSON.parse(body) as { id: unknown; params: { tenant: string } };
      json(response, { jsonrpc: '2.0', id, result: task(params.tenant) });
    });
    const root = mount === '/' ? '' : mount;
    const read = (url: string, tenant: string) =>
      binding === 'HTTP+JSON'
        ? ask(`${url}${root}/${tenant}/tasks/t1`, { method: 'GET', headers: HEADERS })
        : ask(`${url}${root}`, {
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't1', tenant } }),
            headers: { ...HEADERS, 'content-type': 'application/json' },
          });
    try {
      await withGateway(agent.url, { bounds: shortBounds }, async ({ url, events }) => {
        for (let round = 0; round < READS; round++) {
          assert.match((await read(url, 'busy')).body, /TASK_STATE_WORKING/);
          assert.match((await read(url, 'done')).body, /TASK_STATE_COMPLETED/);
        }
        assert.deepEqual(
          events.filter(({ kind }) => kind === 'finding'),
          [],
        );
      });
    } finally {
      await agent.close();
    }
  });
}

it('a tenant is one however its name is escaped in a path', async () => {
  const ids = { id: 't1', contextId: 'c1' };
  const artifacts = [{ artifactId: 'a', parts: [{ text: 'x' }] }];
  const agent = await startScripted((request, response) => {
    if (gaveCard(request, response, '/rest', 'HTTP+JSON')) return;
    const isOver = request.url?.includes('/a%20b/') === true;
    json(
      response,
      isOver
        ? { ...ids, status: { state: 'TASK_STATE_COMPLETED' }, artifacts }
        : { ...ids, status: { state: 'TASK_STATE_WORKING' } },
    );
  });
  try {
    await withGateway(agent.url, { bounds: shortBounds }, async ({ url, events }) => {
      for (const tenant of ['a%20b', '%61%20b', '%61%20b']) {
        await ask(`${url}/rest/${tenant}/tasks/t1`, { method: 'GET', headers: HEADERS });
      }
      assert.ok(events.some(({ kind }) => kind === 'finding'));
    });
  } finally {
    await agent.close();
  }
});
