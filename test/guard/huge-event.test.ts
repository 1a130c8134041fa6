import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { type Answer, json, scriptedAgent } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const http = createHttpClient({ allow: anyAddress });
after(() => http.close());

const status = (state: string) => ({ status: { state: `TASK_STATE_${state}` } });
const ids = (text: unknown) => ({ id: `task of ${text}`, contextId: 'c1' });
const artifacts = [{ artifactId: 'a', parts: [{ text: 'short' }] }];
const completed = (text: unknown) => ({ ...ids(text), ...status('COMPLETED'), artifacts });
const HUGE = 'x'.repeat(17 * 1024 * 1024);
const rpc = (id: unknown, result: object): object => ({ jsonrpc: '2.0', id, result });

for (const [which, isFirst] of [
  ['the first event', true],
  ['an event', false],
] as const) {
  it(`${which} of a stream that is too large to take is no fault of the agent's, and the task is followed by reads`, async () => {
    let messageId: unknown;
    const SendStreamingMessage: Answer = ({ id, params }, response) => {
      const message = params['message'] as { messageId: unknown; parts: readonly [{ text: string }] };
      messageId = message.messageId;
      const { text } = message.parts[0];
      const tell = (task: object) => response.write(`data: ${JSON.stringify(rpc(id, { task }))}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (text === 'a canary') {
        tell(completed(text));
        response.end();
        return;
      }
      if (!isFirst) tell({ ...ids(text), ...status('WORKING') });
      tell({ ...completed(text), metadata: { huge: HUGE } });
    };
    const history = () => [{ messageId, role: 'ROLE_USER', parts: [{ text: 'do it' }] }];
    const page = { nextPageToken: '', pageSize: 50, totalSize: 1 };
    const agent = await scriptedAgent(
      {
        SendStreamingMessage,
        SubscribeToTask: ({ id }, response) =>
          json(response, { jsonrpc: '2.0', id, error: { code: -32004, message: 'The task has ended.' } }),
        ListTasks: ({ id }, response) =>
          json(response, rpc(id, { ...page, tasks: [{ ...completed('do it'), history: history() }] })),
        GetTask: ({ id, params }, response) => json(response, rpc(id, { ...completed(''), id: params['id'] })),
      },
      { streaming: true },
    );
    try {
      const trust = new PeerCapabilityCache();
      // Its streams are seen to work, so that the message is sent on one.
      const options = { http, trust, bounds: SHORT, aftercareMs: 0, canary: 'a canary' };
      const outcome = await delegate(agent.url, 'do it', options).outcome;
      assert.deepEqual([outcome.kind, outcome.ok], ['completed', true]);
      assert.equal(agent.calls.filter((method) => method === 'SendStreamingMessage').length, 2);
      assert.deepEqual(
        outcome.findings.filter(({ severity, rule }) => severity === 'error' || rule.startsWith('stream/')),
        [],
      );
      assert.ok(trust.rows().every((row) => row.kind !== 'claim' || row.record.broken === undefined));
    } finally {
      await agent.close();
    }
  });
}
