import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import {
  type Answer,
  failure,
  json,
  type RpcCall,
  result,
  type ScriptedAgent,
  scriptedAgent,
  task,
} from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const agents: ScriptedAgent[] = [];
after(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
});

async function agentWith(
  methods: Readonly<Record<string, Answer>>,
  capabilities?: Readonly<Record<string, unknown>>,
): Promise<ScriptedAgent> {
  const agent = await scriptedAgent(methods, capabilities);
  agents.push(agent);
  return agent;
}

const OPTIONS: DelegateOptions = { bounds: SHORT, aftercareMs: 0 };
const DONE = task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] });

/** Takes a message in, remembers its id, and never answers. */
function losing(): { readonly send: Answer; readonly messageId: () => string } {
  let messageId = '';
  const send: Answer = (call, response) => {
    messageId = (call.params['message'] as { messageId: string }).messageId;
    response.destroy();
  };
  return { send, messageId: () => messageId };
}

const ours = (messageId: string) => [{ messageId, role: 'ROLE_USER', parts: [{ text: 'x' }] }];
const other = { ...task('WORKING'), id: 'other', history: ours('somebody-elses') };

describe('a message whose answer was lost', () => {
  it('is found again by its id in the history of a listed task, and is not sent twice', async () => {
    const { send, messageId } = losing();
    const { url, calls } = await agentWith({
      SendMessage: send,
      ListTasks: result(() => ({ tasks: [other, { ...DONE, history: ours(messageId()) }], nextPageToken: '' })),
      GetTask: result(() => DONE),
    });
    const outcome = await delegate(url, 'x', OPTIONS).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal('task' in outcome && outcome.task?.id, 't1');
    assert.equal(calls.filter((method) => method === 'SendMessage').length, 1);
  });

  it('is found by a read where the list leaves histories out', async () => {
    const { send, messageId } = losing();
    const read = ({ params }: RpcCall) => (params['id'] === 't1' ? { ...DONE, history: ours(messageId()) } : other);
    const { url } = await agentWith({
      SendMessage: send,
      ListTasks: result(() => ({
        tasks: [
          { ...other, history: [] },
          { ...DONE, history: [] },
        ],
        nextPageToken: '',
      })),
      GetTask: result(read),
    });
    assert.equal((await delegate(url, 'x', OPTIONS).outcome).kind, 'completed');
  });

  it('stays lost where no task holds it, and nothing is guessed', async () => {
    const { url, calls } = await agentWith({
      SendMessage: losing().send,
      ListTasks: result(() => ({ tasks: [other], nextPageToken: '' })),
      GetTask: result(() => other),
    });
    const outcome = await delegate(url, 'x', OPTIONS).outcome;
    assert.equal(outcome.kind, 'outcome-unknown');
    assert.ok(calls.filter((method) => method === 'ListTasks').length > 1, 'a task may take a while to show');
  });

  it('stays lost where nothing can be listed', async () => {
    const { url, calls } = await agentWith({ SendMessage: losing().send, ListTasks: failure(-32004) });
    assert.equal((await delegate(url, 'x', OPTIONS).outcome).kind, 'outcome-unknown');
    assert.deepEqual(calls, ['SendMessage', 'ListTasks']);
  });
});

/** Opens an event stream. */
function stream(response: ServerResponse): (event: unknown) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (event) => void response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: event })}\n\n`);
}

describe('a stream that breaks off', () => {
  it('is subscribed anew, and goes on from the snapshot', async () => {
    let streams = 0;
    const { url } = await agentWith(
      {
        SendMessage: result(() => ({ task: task('WORKING') })),
        SubscribeToTask: (_call, response) => {
          streams++;
          const tell = stream(response);
          tell({ task: task('WORKING') });
          if (streams < 3) return void setTimeout(() => response.destroy(), 20);
          tell({
            artifactUpdate: { taskId: 't1', contextId: 'c1', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } },
          });
          tell({ statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } } });
          response.end();
        },
        GetTask: result(() => (streams < 3 ? task('WORKING') : DONE)),
      },
      { streaming: true },
    );
    const events: DelegationEvent[] = [];
    const outcome = await delegate(url, 'x', { ...OPTIONS, onEvent: (event) => events.push(event) }).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal(streams, 3);
    assert.deepEqual(
      events.flatMap((event) => (event.kind === 'watching' ? event.by : [])),
      ['stream', 'reads', 'stream', 'reads', 'stream'],
    );
  });

  it('is not asked for again where it was refused for good, and reads go on', async () => {
    let reads = 0;
    const { url, calls } = await agentWith(
      {
        SendMessage: result(() => ({ task: task('WORKING') })),
        SubscribeToTask: failure(-32004),
        GetTask: result(() => (++reads < 30 ? task('WORKING') : DONE)),
      },
      { streaming: true },
    );
    assert.equal((await delegate(url, 'x', OPTIONS).outcome).kind, 'completed');
    assert.equal(calls.filter((method) => method === 'SubscribeToTask').length, 1);
  });
});

describe('an agent that wants to be left alone', () => {
  it('is read again only when the time that it named is over', async () => {
    const times: number[] = [];
    const busy: Answer = (call, response) => {
      times.push(performance.now());
      if (times.length > 1) return json(response, { jsonrpc: '2.0', id: call.id, result: DONE });
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code: -32603, message: 'busy' } }));
    };
    const { url } = await agentWith({ SendMessage: result(() => ({ task: task('WORKING') })), GetTask: busy });
    assert.equal((await delegate(url, 'x', OPTIONS).outcome).kind, 'completed');
    const [first = 0, second = 0] = times;
    assert.ok(second - first >= 990, `it was read again after ${second - first} ms`);
  });
});
