import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ask } from './raw.ts';
import { gaveCard, json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const HEADERS = { 'a2a-version': '1.0' };

for (const [how, path] of [
  ['as they are', 'urn:uuid:1'],
  ['escaped', 'urn%3Auuid%3A1'],
] as const) {
  it(`an id with colons is followed like any other, where its caller writes them ${how}`, async () => {
    let state = 'TASK_STATE_WORKING';
    const agent = await startScripted((request, response) => {
      if (gaveCard(request, response, '/rest', 'HTTP+JSON')) return;
      if (request.url?.endsWith(':cancel') === true) state = 'TASK_STATE_CANCELED';
      const task = { id: 'urn:uuid:1', contextId: 'c1', status: { state } };
      json(response, request.url === '/rest/message:send' ? { task } : task);
    });
    try {
      await withGateway(agent.url, { bounds: shortBounds }, async ({ url, events }) => {
        const { body } = await ask(`${url}/rest/tasks/${path}:cancel`, { body: '{}', headers: HEADERS });
        assert.match(body, /TASK_STATE_CANCELED/);
        const outcomes = events.flatMap((event) => (event.kind === 'outcome' ? [event.says] : []));
        assert.deepEqual(outcomes, ['verified by reads']);
      });
      const places = agent.asked.map(({ request }) => decodeURIComponent(request.url ?? ''));
      assert.ok(places.includes('/rest/tasks/urn:uuid:1?historyLength=0'), places.join(', '));
    } finally {
      await agent.close();
    }
  });
}
