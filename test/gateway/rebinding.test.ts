import assert from 'node:assert/strict';
import { isIP, type LookupFunction } from 'node:net';
import { it } from 'node:test';
import { ask } from './raw.ts';
import { json, startScripted } from './scripted-agent.ts';
import { withGateway } from './with-gateway.ts';

const task = { id: 't', contextId: 'found', status: { state: 'TASK_STATE_WORKING' } };
const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'GetTask', params: { id: 't' } });

for (const [name, later] of [
  ['the addresses of metadata services', ['169.254.169.254']],
  ['addresses that are nobody\u2019s', ['240.0.0.1', '255.255.255.255']],
  ['nothing at all', []],
] as const) {
  it(`an agent's name that comes to lead to ${name} is followed there by nobody`, async () => {
    let moved = false;
    const lookup: LookupFunction = (_hostname, _options, callback) => {
      const answer = moved ? later : ['127.0.0.1'];
      callback(
        null,
        answer.map((address) => ({ address, family: isIP(address) })),
      );
    };
    // Each connection serves one request, so the name is looked up for each.
    const agent = await startScripted((_request, response) =>
      json(response, { jsonrpc: '2.0', id: 7, result: task }, { connection: 'close' }),
    );
    try {
      const target = agent.url.replace('127.0.0.1', 'agent.example');
      await withGateway(target, { lookup }, async ({ url }) => {
        assert.match((await ask(`${url}/`, { body })).body, /found/);
        const asked = agent.asked.length;
        moved = true;
        const { error } = JSON.parse((await ask(`${url}/`, { body })).body);
        assert.equal(error.code, -32603);
        assert.match(error.message, /agent\.example.* leads to .*must not connect.*Nothing was sent to it/);
        const card = await ask(`${url}/.well-known/agent-card.json`);
        assert.equal(card.status, 503);
        assert.equal(agent.asked.length, asked);
        moved = false;
        assert.match((await ask(`${url}/`, { body })).body, /found/);
      });
    } finally {
      await agent.close();
    }
  });
}

// The private addresses of a name that never was public are those that its operator meant.
it('a name that was public once is not followed into the private network later', async () => {
  let asked = 0;
  const lookup: LookupFunction = (_hostname, _options, callback) => {
    const addresses = asked++ === 0 ? ['127.0.0.1', '2a00::1'] : ['127.0.0.1'];
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  };
  const agent = await startScripted((_request, response) => json(response, {}, { connection: 'close' }));
  try {
    await withGateway(agent.url.replace('127.0.0.1', 'agent.example'), { lookup }, async ({ url }) => {
      const before = agent.asked.length;
      assert.ok(before > 0);
      const { error } = JSON.parse((await ask(`${url}/`, { body })).body);
      assert.match(error.message, /agent\.example.* leads to 127\.0\.0\.1 .*must not connect.*Nothing was sent to it/);
      assert.equal(agent.asked.length, before);
    });
  } finally {
    await agent.close();
  }
});
