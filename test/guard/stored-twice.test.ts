import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { type Answer, type RpcCall, type ScriptedAgent, scriptedAgent } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const EARLY = 'one ';
const PIECES = ['two ', 'three ', 'four'];
const ONCE = [EARLY, ...PIECES];
/** As two put them down who each keep the order. */
const TWICE = [EARLY, 'two ', 'two ', 'three ', 'four', 'three ', 'four'];

/** An agent that stores each piece for whoever listens: for its sender, and once more for a subscriber. */
function storingForEach(): Promise<ScriptedAgent> {
  let reads = 0;
  let subscribed = false;
  const task = () => {
    const ended = subscribed || reads > 1;
    const stored = subscribed ? TWICE : ended ? ONCE : [EARLY];
    return {
      id: 't',
      contextId: 'c',
      status: { state: ended ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_WORKING' },
      artifacts: [{ artifactId: 'a', parts: stored.map((text) => ({ text })) }],
    };
  };
  const answers = (result: () => object): Answer => {
    return ({ id }: RpcCall, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: result() }));
    };
  };
  return scriptedAgent(
    {
      SendMessage: answers(() => {
        reads = 0;
        subscribed = false;
        return { task: task() };
      }),
      GetTask: answers(() => {
        reads++;
        return task();
      }),
      SubscribeToTask: ({ id }, response) => {
        subscribed = true;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = (result: object) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
        const ids = { taskId: 't', contextId: 'c' };
        for (const text of PIECES)
          event({ artifactUpdate: { ...ids, artifact: { artifactId: 'a', parts: [{ text }] }, append: true } });
        event({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED' } } });
        response.end();
      },
    },
    { streaming: true },
  );
}

const trust = new PeerCapabilityCache();
let agent: ScriptedAgent;
let [first, second]: (Outcome | undefined)[] = [];
let subscriptions = 0;
before(async () => {
  agent = await storingForEach();
  first = await delegate(agent.url, 'count', { bounds: SHORT, trust }).outcome;
  const before = agent.calls.length;
  second = await delegate(agent.url, 'count', { bounds: SHORT, trust }).outcome;
  subscriptions = agent.calls.slice(before).filter((method) => method === 'SubscribeToTask').length;
});
after(() => agent.close());

it('pieces that a store holds twice and a stream brought once are disputed, whoever they were stored for', () => {
  assert.equal(first?.kind, 'completed-disputed');
  assert.equal(first.ok, false);
  assert.equal(first.storedTwice, true);
  assert.ok(first.findings.some(({ rule }) => rule === 'stream/diverges-from-task'));
});

it('the next work goes without the subscription that they were stored for, and is completed', () => {
  assert.equal(subscriptions, 0);
  assert.equal(second?.kind, 'completed');
  assert.deepEqual(
    second.task?.artifacts?.[0]?.parts.map(({ text }) => text),
    ONCE,
  );
});
