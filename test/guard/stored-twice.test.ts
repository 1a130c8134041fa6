import assert from 'node:assert/strict';
import { it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { type Answer, type RpcCall, type ScriptedAgent, scriptedAgent } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const EARLY = 'one ';
const PIECES = ['two ', 'three ', 'four'];

/** An agent that streams pieces to whoever subscribes, and holds what is given in the end. */
async function holding(stored: readonly string[]): Promise<ScriptedAgent> {
  let ended = false;
  const task = () => ({
    id: 't',
    contextId: 'c',
    status: { state: ended ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_WORKING' },
    artifacts: [{ artifactId: 'a', parts: (ended ? stored : [EARLY]).map((text) => ({ text })) }],
  });
  const answers = (result: () => object): Answer => {
    return ({ id }: RpcCall, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: result() }));
    };
  };
  return scriptedAgent(
    {
      SendMessage: answers(() => ({ task: task() })),
      GetTask: answers(task),
      SubscribeToTask: ({ id }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = (result: object) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
        const ids = { taskId: 't', contextId: 'c' };
        for (const text of PIECES)
          event({ artifactUpdate: { ...ids, artifact: { artifactId: 'a', parts: [{ text }] }, append: true } });
        ended = true;
        event({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED' } } });
        response.end();
      },
    },
    { streaming: true },
  );
}

async function outcomeOf(stored: readonly string[]): Promise<Outcome> {
  const agent = await holding(stored);
  try {
    return await delegate(agent.url, 'count', { bounds: SHORT }).outcome;
  } finally {
    await agent.close();
  }
}

const textOf = (outcome: Outcome): string | undefined =>
  'task' in outcome
    ? outcome.task?.artifacts?.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')
    : undefined;

it('pieces that an agent stored for the subscriber as well as for the sender are there once', async () => {
  const outcome = await outcomeOf([EARLY, 'two ', 'two ', 'three ', 'four', 'three ', 'four']);
  assert.equal(outcome.kind, 'completed');
  assert.equal(outcome.ok, true);
  assert.equal(textOf(outcome), 'one two three four');
  assert.ok(outcome.findings.some(({ rule }) => rule === 'stream/diverges-from-task'));
});

it('what an agent holds beside that is disputed', async () => {
  const outcome = await outcomeOf([EARLY, 'two ', 'two ', 'three ', 'four', 'three ', 'four', 'four']);
  assert.equal(outcome.kind, 'completed-disputed');
  assert.equal(outcome.ok, false);
});
