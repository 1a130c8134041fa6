import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import { startLab } from '../../src/lab/index.ts';
import { startApart } from './apart.ts';
import { Speaker } from './scenario.ts';
import { json, type ScriptedAgent, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const MB = 2 ** 20;
const ROUNDS = 20;

/** An agent that answers each message with what a test says. */
function answering(result: (message: { readonly messageId: string }, read: boolean) => object): Promise<ScriptedAgent> {
  return startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) {
      const url = `http://${request.headers.host}/`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      return json(response, { name: 'agent', capabilities: {}, supportedInterfaces });
    }
    const { id, method, params } = JSON.parse(body);
    const read = method === 'GetTask';
    json(response, { jsonrpc: '2.0', id, result: result(read ? { messageId: params.id } : params.message, read) });
  });
}

/** By how much a gateway grows over some rounds of which each could leave a MB behind. */
async function growth(
  agent: ScriptedAgent,
  limits: GatewayOptions['limits'],
  round: (speaker: Speaker, number: number) => Promise<unknown>,
): Promise<number> {
  const peers = [{ name: 'a', target: agent.url }];
  const gateway = await startApart({ peers, bounds: shortBounds, ...(limits === undefined ? {} : { limits }) });
  try {
    const speaker = new Speaker(`${gateway.url}/a/`, '1.0', 'JSONRPC');
    await round(speaker, 0);
    const before = await gateway.measure();
    for (let number = 1; number <= ROUNDS; number++) await round(speaker, number);
    return (await gateway.measure()).heapMb - before.heapMb;
  } finally {
    gateway.kill();
    await agent.close();
  }
}

describe('what a gateway remembers has a bound in bytes, too', () => {
  it('of messages it keeps no more than that they were sent, however long they and their ids are', async () => {
    const agent = await answering(() => ({
      message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'yes' }] },
    }));
    const grown = await growth(agent, {}, (speaker, number) => {
      const id = `${number}-`.padEnd(MB / 2, 'x');
      return speaker.ask(speaker.send('y'.repeat(MB / 2), id));
    });
    assert.ok(grown < ROUNDS / 2, `${grown} MB`);
  });

  it('of tasks it forgets those seen longest ago, once they take too much', async () => {
    const content = 'z'.repeat(MB);
    const agent = await answering(({ messageId }, read) => {
      const artifacts = [{ artifactId: 'a', parts: [{ text: content }] }];
      const task = { id: messageId, contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts };
      return read ? task : { task };
    });
    const grown = await growth(agent, { maxTaskBytes: 3 * MB }, async (speaker, number) => {
      const { body } = await speaker.ask(speaker.send('hello', `message-${number}`));
      assert.match(body, /TASK_STATE_COMPLETED/);
    });
    assert.ok(grown < ROUNDS / 2, `${grown} MB`);
  });
});

it('of more tasks at once than are remembered each is followed to its end', async () => {
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 100 });
  try {
    await withGateway(lab.url, { bounds: shortBounds, limits: { maxTasks: 1 } }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const calls = ['one', 'two', 'three', 'four'].flatMap((id) => [
        speaker.stream('slow 4', `${id}, streamed`),
        speaker.send('slow 4', id),
      ]);
      for (const { body } of await Promise.all(calls.map((call) => speaker.ask(call)))) {
        assert.match(body, /TASK_STATE_COMPLETED/);
      }
    });
  } finally {
    await lab.close();
  }
});

it('a task that is forgotten for others is judged anew, though its end had been verified', async () => {
  let state = 'TASK_STATE_COMPLETED';
  const agent = await answering(({ messageId }, read) => {
    const task = { id: messageId, contextId: 'c', status: { state } };
    return read ? task : { task };
  });
  try {
    await withGateway(agent.url, { bounds: shortBounds, limits: { maxTasks: 1 } }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      for (const id of ['one', 'two']) await speaker.ask(speaker.send('hello', id));
      state = 'TASK_STATE_WORKING';
      assert.match((await speaker.ask(speaker.get('two'))).body, /COMPLETED/);
      assert.match((await speaker.ask(speaker.get('one'))).body, /WORKING/);
    });
  } finally {
    await agent.close();
  }
});
