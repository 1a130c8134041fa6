import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, type ScriptedAgent, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const task = (state: string) => ({ id: 't', contextId: 'c', status: { state: `TASK_STATE_${state}` } });

it('a message that comes again while its stream is open is told by reads: the agent is not given one more listener', async () => {
  let stream: ServerResponse | undefined;
  let state = 'WORKING';
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) {
      const url = `http://${request.headers.host}/`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      return json(response, { name: 'agent', capabilities: { streaming: true }, supportedInterfaces });
    }
    const { id, method } = JSON.parse(body);
    if (method === 'GetTask') return json(response, { jsonrpc: '2.0', id, result: task(state) });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    stream = response;
    say({ task: task(state) });
  });
  const say = (result: object): void =>
    void stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 'call-1', result })}\n\n`);
  try {
    await withGateway(agent.url, { bounds: shortBounds, peer: { opening: 'stream' } }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const first = await speaker.open(speaker.stream('work', 'message-1'));
      await once(first, 'readable');
      const second = await speaker.open(speaker.stream('work', 'message-1'));
      state = 'COMPLETED';
      say({ statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } });
      stream?.end();
      for (const told of [first, second]) assert.match((await told.toArray()).join(''), /TASK_STATE_COMPLETED/);
    });
    const methods = agent.asked.flatMap(({ body }) => /"method":"(\w+)"/.exec(body)?.[1] ?? []);
    assert.deepEqual([...new Set(methods)].sort(), ['GetTask', 'SendStreamingMessage']);
    assert.equal(methods.filter((method) => method === 'SendStreamingMessage').length, 1);
  } finally {
    await agent.close();
  }
});

const card = (url: string) => ({
  name: 'agent',
  capabilities: { streaming: true },
  supportedInterfaces: [
    { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
});

interface Working {
  readonly agent: ScriptedAgent;
  state: string;
  /** Ends the calls that are open, broken. */
  breaks(): void;
  sends(): number;
}

/** An agent that has one task, and leaves the call that sends it unanswered or its stream open. */
async function startWorking(speaks: 'at once' | 'at the end' | 'a message' | 'an error'): Promise<Working> {
  const open = new Set<ServerResponse>();
  let sends = 0;
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) return json(response, card(`http://${request.headers.host}/`));
    const { id, method = '' } = JSON.parse(body || '{}');
    const rpc = method !== '';
    const answer = (result: object) => json(response, rpc ? { jsonrpc: '2.0', id, result } : result);
    const name = method || request.url;
    if (/GetTask|^\/tasks\/t/.test(name)) return answer(task(working.state));
    if (/ListTasks|^\/tasks/.test(name)) {
      const history = [{ messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'work' }] }];
      return answer({ tasks: [{ ...task(working.state), history }], nextPageToken: '', pageSize: 20, totalSize: 1 });
    }
    if (!/^Send|message:/.test(name))
      return json(response, { jsonrpc: '2.0', id, error: { code: -32004, message: 'no' } });
    sends++;
    open.add(response);
    if (speaks === 'a message')
      return answer({ message: { messageId: 'a-1', role: 'ROLE_AGENT', parts: [{ text: 'well' }] } });
    if (speaks === 'an error')
      return json(response, { jsonrpc: '2.0', id, error: { code: -32603, message: 'not today' } });
    if (!/tream/.test(name)) return speaks === 'at once' ? answer({ task: task(working.state) }) : undefined;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const result = { task: task(working.state) };
    if (speaks === 'at once')
      response.write(`data: ${JSON.stringify(rpc ? { jsonrpc: '2.0', id, result } : result)}\n\n`);
    else response.flushHeaders();
  });
  const working: Working = {
    agent,
    state: 'WORKING',
    breaks: () => {
      for (const response of open) response.destroy();
    },
    sends: () => sends,
  };
  return working;
}

const OPERATIONS = ['send', 'stream'] as const;
const BINDINGS = ['JSONRPC', 'HTTP+JSON'] as const;

describe('a message whose answer was lost, sent again', { concurrency: 4 }, () => {
  for (const [first, second, binding] of OPERATIONS.flatMap((one) =>
    OPERATIONS.flatMap((other) => BINDINGS.map((way) => [one, other, way] as const)),
  )) {
    for (const [speaks, lostBy] of [
      ['at once', 'its caller'],
      ['at the end', 'its caller'],
      ['at the end', 'the agent'],
    ] as const) {
      const title = `${first} lost by ${lostBy}, then ${second} over ${binding}, the agent speaking ${speaks}`;
      it(`${title}: reaches it once, and is answered by its task`, async () => {
        const working = await startWorking(speaks);
        try {
          await withGateway(
            working.agent.url,
            { bounds: shortBounds, peer: { opening: 'stream' } },
            async (mounted) => {
              const speaker = new Speaker(`${mounted.url}/`, '1.0', 'JSONRPC');
              const leaving = new AbortController();
              const { url: to, ...request } = speaker.request(speaker[first]('work', 'm-1'));
              const lost = fetch(to, { method: 'POST', ...request, signal: leaving.signal }).catch(() => undefined);
              await until(() => working.sends() > 0);
              if (speaks === 'at once' && first === 'stream') await (await lost)?.body?.getReader().read();
              if (lostBy === 'its caller') leaving.abort();
              else working.breaks();
              const other = new Speaker(`${mounted.url}/`, '1.0', binding);
              const again = other.ask(other[second]('work', 'm-1'));
              await until(() => mounted.events.some((event) => event.kind === 'act' && event.act === 'answered-again'));
              working.state = 'COMPLETED';
              const { body } = await again;
              assert.match(body, speaks === 'at once' && first === 'send' ? /"t"/ : /TASK_STATE_COMPLETED/);
              assert.equal(/^data:/m.test(body), second === 'stream', body);
              await lost;
            },
          );
          assert.equal(working.sends(), 1);
        } finally {
          await working.agent.close();
        }
      });
    }
  }

  for (const speaks of ['a message', 'an error'] as const) {
    it(`gets ${speaks} in the form of the other operation`, async () => {
      const working = await startWorking(speaks);
      try {
        await withGateway(working.agent.url, { bounds: shortBounds, peer: { opening: 'stream' } }, async ({ url }) => {
          const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
          const first = await speaker.ask(speaker.send('work', 'm-1'));
          const again = await speaker.ask(speaker.stream('work', 'm-1'));
          const event = speaks === 'a message' ? `data: ${first.body}\n\n` : first.body;
          assert.equal(again.body, event);
        });
        assert.equal(working.sends(), 1);
      } finally {
        await working.agent.close();
      }
    });
  }
});

it('messages of one id that are of other callers or hold something else are sent, and are no repetition', async () => {
  let tasks = 0;
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) return json(response, card(`http://${request.headers.host}/`));
    const { id } = JSON.parse(body);
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'work' }] };
    const result = { task: { ...task('INPUT_REQUIRED'), id: `t-${++tasks}`, history: [message] } };
    json(response, { jsonrpc: '2.0', id, result });
  });
  try {
    await withGateway(agent.url, { bounds: shortBounds }, async ({ url, events }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const sent: string[] = [];
      for (const [who, text] of [
        ['a', 'work'],
        ['b', 'work'],
        ['a', 'other work'],
        ['a', 'work'],
        ['b', 'other work'],
        ['a', 'other work'],
      ] as const) {
        const { url: to, headers, ...rest } = speaker.request(speaker.send(text, 'm-1'));
        const { body } = await ask(to, { ...rest, headers: { ...headers, authorization: `Bearer ${who}` } });
        sent.push(/t-\d/.exec(body)?.[0] ?? body);
      }
      assert.deepEqual(sent, ['t-1', 't-2', 't-3', 't-1', 't-4', 't-3']);
      const rules = events.flatMap((event) => (event.kind === 'finding' ? [event.finding.rule] : []));
      assert.ok(!rules.includes('task/message-repeated'), rules.join());
    });
  } finally {
    await agent.close();
  }
});

it('a message whose members come in another order is the same one, and one with another number in it is not', async () => {
  let tasks = 0;
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) return json(response, card(`http://${request.headers.host}/`));
    const { id } = JSON.parse(body);
    json(response, { jsonrpc: '2.0', id, result: { task: { ...task('INPUT_REQUIRED'), id: `t-${++tasks}` } } });
  });
  try {
    await withGateway(agent.url, { bounds: shortBounds }, async ({ url }) => {
      const told: string[] = [];
      for (const members of [
        '"messageId":"m","role":"ROLE_USER","parts":[{"data":{"a":9007199254740993,"b":2}}]',
        '"parts":[{"data":{"b":2,"a":9007199254740993}}],"role":"ROLE_USER","messageId":"m"',
        '"messageId":"m","role":"ROLE_USER","parts":[{"data":{"a":9007199254740992,"b":2}}]',
      ]) {
        const body = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{${members}}}}`;
        const answer = await ask(`${url}/`, { body, headers: { 'a2a-version': '1.0' } });
        told.push(/t-\d/.exec(answer.body)?.[0] ?? answer.body);
      }
      assert.deepEqual(told, ['t-1', 't-1', 't-2']);
    });
  } finally {
    await agent.close();
  }
});

async function until(is: () => boolean): Promise<void> {
  while (!is()) await sleep(10);
}
