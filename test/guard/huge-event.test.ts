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

const ids = { id: 't1', contextId: 'c1' };
const working = { ...ids, status: { state: 'TASK_STATE_WORKING' } };
const artifacts = [{ artifactId: 'a', parts: [{ text: 'short' }] }];
const completed = { ...ids, status: { state: 'TASK_STATE_COMPLETED' }, artifacts };
const HUGE = 'x'.repeat(17 * 1024 * 1024);
const rpc = (id: unknown, result: object): object => ({ jsonrpc: '2.0', id, result });

for (const [which, before] of [
  ['the first event', []],
  ['an event', [{ task: working }]],
] as const) {
  it(`${which} of a stream that is too large to take is no fault of the agent's, and the task is followed by reads`, async () => {
    let messageId: unknown;
    const SendStreamingMessage: Answer = ({ id, params }, response) => {
      const message = params['message'] as { messageId: unknown; parts: readonly { text: string }[] };
      messageId = message.messageId;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const result of before) response.write(`data: ${JSON.stringify(rpc(id, result))}\n\n`);
      if (message.parts[0]?.text === 'a canary')
        return void response.end(`data: ${JSON.stringify(rpc(id, { task: completed }))}\n\n`);
      response.write(`data: ${JSON.stringify(rpc(id, { task: { ...completed, metadata: { huge: HUGE } } }))}\n\n`);
    };
    const history = () => [{ messageId, role: 'ROLE_USER', parts: [{ text: 'do it' }] }];
    const page = { nextPageToken: '', pageSize: 50, totalSize: 1 };
    const agent = await scriptedAgent(
      {
        SendStreamingMessage,
        SendMessage: ({ id }, response) => json(response, rpc(id, { task: completed })),
        SubscribeToTask: ({ id }, response) =>
          json(response, { jsonrpc: '2.0', id, error: { code: -32004, message: 'The task has ended.' } }),
        ListTasks: ({ id }, response) =>
          json(response, rpc(id, { ...page, tasks: [{ ...completed, history: history() }] })),
        GetTask: ({ id }, response) => json(response, rpc(id, completed)),
      },
      { streaming: true },
    );
    try {
      const trust = new PeerCapabilityCache();
      const options = { http, trust, bounds: SHORT, aftercareMs: 0, canary: 'a canary' };
      // Its streams are seen to work, so that the next message is sent on one.
      await delegate(agent.url, 'first', options).outcome;
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
