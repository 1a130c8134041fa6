import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import { AgentCardLifecycleViolation } from '../../src/guard/violations.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { type Answer, type RpcCall, result, type ScriptedAgent, scriptedAgent, task } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const agents: ScriptedAgent[] = [];
after(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
});

async function agentWith(methods: Readonly<Record<string, Answer>>, streaming = false): Promise<ScriptedAgent> {
  const agent = await scriptedAgent(methods, { streaming });
  agents.push(agent);
  return agent;
}

const OPTIONS: DelegateOptions = { bounds: SHORT, aftercareMs: 0, timeoutMs: 20_000 };
const NEEDS_STREAM: DelegateOptions = { ...OPTIONS, task: { needs: ['streaming'] } };
const DONE = task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] });

/** Keeps a stream open, and says nothing on it. */
const mute: Answer = (_call: RpcCall, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
};

/** An agent that is mute on its streams, though its reads show news, and meets a cancel in its own way. */
function muteAgent(cancel: (turn: (state: string) => void) => void): Promise<ScriptedAgent> {
  let state = 'SUBMITTED';
  const subscribe: Answer = (call, response, request) => {
    mute(call, response, request);
    setTimeout(() => {
      if (state === 'SUBMITTED') state = 'WORKING';
    }, 400);
  };
  const methods = {
    SendMessage: result(() => ({ task: task(state) })),
    SubscribeToTask: subscribe,
    GetTask: result(() => (state === 'COMPLETED' ? DONE : task(state))),
    CancelTask: result(() => {
      cancel((next) => {
        state = next;
      });
      return task(state);
    }),
  };
  return agentWith(methods, true);
}

const honest = (heard: (request: IncomingMessage) => void = () => undefined): Promise<ScriptedAgent> => {
  const finish: Answer = (call, response, request) => {
    heard(request);
    return result(() => ({ task: DONE }))(call, response, request);
  };
  return agentWith({ SendMessage: finish, GetTask: result(() => DONE) });
};

describe('work that is taken away', () => {
  it('goes to nobody else where it may have been done', async () => {
    for (const end of ['COMPLETED', 'WORKING']) {
      const [first, second] = [await muteAgent((turn) => turn(end)), await honest()];
      const running = delegate(first.url, 'x', { ...NEEDS_STREAM, alternatives: [second.url] });
      const violation = await running.outcome.then(
        ({ kind }) => assert.fail(`it is ${kind}`),
        (error: unknown) => error,
      );
      assert.ok(violation instanceof AgentCardLifecycleViolation);
      assert.equal(violation.outcome?.kind, end === 'COMPLETED' ? 'completed-before-cancel' : 'orphaned');
      assert.match(violation.message, /may have been done/);
      assert.deepEqual(second.calls, []);
    }
  });

  it('is told as taken away where no alternative can be had', async () => {
    const first = await muteAgent((turn) => turn('CANCELED'));
    const gone = 'http://127.0.0.1:9/';
    await assert.rejects(
      delegate(first.url, 'x', { ...NEEDS_STREAM, alternatives: [gone, gone] }).outcome,
      AgentCardLifecycleViolation,
    );
  });
});

describe('work that an agent has nothing of', () => {
  it('goes to the next where the first can not be reached', async () => {
    const second = await honest();
    const events: DelegationEvent[] = [];
    const outcome = await delegate('http://127.0.0.1:9/', 'x', {
      ...OPTIONS,
      alternatives: [second.url],
      onEvent: (event) => events.push(event),
    }).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal(events.find((event) => event.kind === 'moving')?.to, second.url);
  });

  it('goes to the next where it was refused to the first before', async () => {
    const [first, second] = [await honest(), await honest()];
    const trust = new PeerCapabilityCache();
    trust.refuse(`${first.url}.well-known/agent-card.json`, 'order-17', 'it broke its word');
    const options = { ...OPTIONS, trust, idempotencyKey: 'order-17', alternatives: [second.url] };
    assert.equal((await delegate(first.url, 'x', options).outcome).kind, 'completed');
    assert.deepEqual(first.calls, []);
  });
});

describe('the credentials of a delegation', () => {
  it('go to an alternative only where its origin is named', async () => {
    for (const named of [false, true]) {
      const seen: unknown[] = [];
      const second = await honest(({ headers }) => seen.push(headers.authorization));
      const options = {
        ...OPTIONS,
        headers: { Authorization: 'Bearer secret' },
        alternatives: [second.url],
        ...(named ? { headerOrigins: [second.url] } : {}),
      };
      assert.equal((await delegate('http://127.0.0.1:9/', 'x', options).outcome).kind, 'completed');
      assert.deepEqual(seen, [named ? 'Bearer secret' : undefined]);
    }
  });
});

describe('a canary', () => {
  const options = (): DelegateOptions => ({ ...OPTIONS, trust: new PeerCapabilityCache(), canary: 'hello' });

  it('takes little of the time where its stream is mute', async () => {
    const agent = await agentWith(
      {
        SendStreamingMessage: mute,
        SubscribeToTask: mute,
        SendMessage: result(() => ({ task: DONE })),
        GetTask: result(() => DONE),
      },
      true,
    );
    const outcome = await delegate(agent.url, 'x', { ...options(), timeoutMs: 5_000 }).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal(outcome.stopped, undefined);
  });

  it('asks its caller nothing, and leaves nothing that waits', async () => {
    const asks: Answer = (call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const isWork = JSON.stringify(call.params).includes('"x"');
      const told = isWork ? DONE : { ...task('INPUT_REQUIRED'), id: 'canary' };
      const event = { jsonrpc: '2.0', id: call.id, result: { task: told } };
      response.end(`data: ${JSON.stringify(event)}\n\n`);
    };
    let state = 'INPUT_REQUIRED';
    const agent = await agentWith(
      {
        SendStreamingMessage: asks,
        SendMessage: result(() => ({ task: DONE })),
        GetTask: result(({ params }) => (params['id'] === 'canary' ? { ...task(state), id: 'canary' } : DONE)),
        CancelTask: result(({ params }) => {
          state = 'CANCELED';
          return { ...task(state), id: params['id'] };
        }),
      },
      true,
    );
    let asked = 0;
    const answer = (): undefined => {
      asked++;
    };
    assert.equal((await delegate(agent.url, 'x', { ...options(), answer }).outcome).kind, 'completed');
    assert.equal(asked, 0);
    assert.equal(agent.calls.filter((method) => method === 'CancelTask').length, 1);
  });
});
