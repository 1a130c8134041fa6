import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventJson } from '../../src/cli/gateway/event-report.ts';
import { ask } from './raw.ts';
import { gaveCard, json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const SECRETS = { authorization: 'Bearer caller-token-1', 'x-api-key': 'caller/key"2' };

/** Repeats what it was sent as credentials wherever it says anything: ids, states, artifacts, errors. */
async function startTalkative() {
  return startScripted((request, response, body) => {
    if (gaveCard(request, response)) return;
    const heard = `${request.headers.authorization} ${request.headers['x-api-key']}`;
    const { id, method } = JSON.parse(body) as { id: unknown; method: string };
    if (method === 'CancelTask')
      return json(response, { jsonrpc: '2.0', id, error: { code: -1, message: `at ${heard} (/srv/x.js:1:2)` } });
    const message = { messageId: heard, role: 'ROLE_AGENT', parts: [{ text: heard }] };
    const status = { state: method === 'GetTask' ? 'TASK_STATE_FAILED' : 'TASK_STATE_COMPLETED', message };
    const task = { id: heard, contextId: heard, status, artifacts: [{ artifactId: heard, parts: [{ text: heard }] }] };
    json(response, { jsonrpc: '2.0', id, result: method === 'GetTask' ? task : { task } });
  });
}

describe('what the gateway tells its operator', () => {
  it('holds no credential of a caller, however the agent repeats it', async () => {
    const agent = await startTalkative();
    try {
      await withGateway(agent.url, { bounds: shortBounds }, async ({ url, events }) => {
        const call = (method: string, params: object) =>
          ask(`${url}/rpc`, {
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
            headers: { 'a2a-version': '1.0', ...SECRETS },
          });
        const sent = await call('SendMessage', {
          message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] },
        });
        assert.match(sent.body, /caller-token-1/, 'the caller itself is told all');
        await call('CancelTask', { id: 't2' });
        const told = events.map((event) => eventJson(event, new Date(0))).join('\n');
        assert.match(told, /"kind":"outcome"/);
        assert.match(told, /"kind":"finding"/);
        assert.doesNotMatch(told, /caller-token-1|caller\\?\/key|key\\+"2/);
      });
    } finally {
      await agent.close();
    }
  });
});
