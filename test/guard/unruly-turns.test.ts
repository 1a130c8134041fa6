import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { GuardError } from '../../src/guard/guard-error.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
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

const OPTIONS: DelegateOptions = { bounds: SHORT, aftercareMs: 0 };
const DATA = [{ data: { answer: 42 } }];

/** An agent whose task asks at once, and completes when it is answered; `answered` replaces what it says to that. */
async function asking(answered?: Answer): Promise<ScriptedAgent & { sends(): number }> {
  let state = 'INPUT_REQUIRED';
  const agent = await scriptedAgent({
    SendMessage: (call, response, request) => {
      const again = (call.params['message'] as { taskId?: string }).taskId !== undefined;
      if (again && answered !== undefined) return answered(call, response, request);
      if (again) state = 'COMPLETED';
      json(response, { jsonrpc: '2.0', id: call.id, result: { task: task(state) } });
    },
    GetTask: result(() => task(state)),
    CancelTask: result(() => {
      state = 'CANCELED';
      return task(state);
    }),
  });
  agents.push(agent);
  return Object.assign(agent, { sends: () => agent.calls.filter((method) => method === 'SendMessage').length });
}

const codeOf = (promise: Promise<Outcome>): Promise<unknown> =>
  promise.then(
    ({ kind }) => assert.fail(`it should have failed, and is ${kind}`),
    (error: GuardError) => error.code,
  );

describe('a question', () => {
  it('is answered once, however often its caller tries', async () => {
    const agent = await asking();
    const first = delegate(agent.url, 'x', OPTIONS);
    await first.outcome;
    const [one, two] = [first.resume('one'), first.resume('two')];
    assert.equal(await codeOf(two.outcome), 'not-waiting');
    assert.equal((await one.outcome).kind, 'completed');
    assert.equal(await codeOf(first.resume('three').outcome), 'not-waiting');
    assert.equal(await codeOf(first.withdraw().outcome), 'not-waiting');
    assert.equal(agent.sends(), 2);
  });

  it('is not answered any more once the task was withdrawn', async () => {
    const agent = await asking();
    const first = delegate(agent.url, 'x', OPTIONS);
    await first.outcome;
    assert.equal((await first.withdraw().outcome).kind, 'canceled');
    assert.equal(await codeOf(first.resume('late').outcome), 'not-waiting');
    assert.equal(agent.sends(), 1);
  });

  it('is not answered behind an abort: the task is cancelled', async () => {
    const agent = await asking();
    const controller = new AbortController();
    const first = delegate(agent.url, 'x', { ...OPTIONS, signal: controller.signal });
    await first.outcome;
    controller.abort();
    assert.equal((await first.resume('late').outcome).kind, 'canceled');
    assert.equal(agent.sends(), 1);
  });

  it('is left to its caller where the handler answers in a type that may not be taken', async () => {
    const agent = await asking();
    const first = delegate(agent.url, 'x', { ...OPTIONS, bridge: false, answer: () => DATA });
    assert.equal(await codeOf(first.outcome), 'mode-unknown');
    assert.equal((await first.resume('in words').outcome).kind, 'completed');
  });

  it('is withdrawn by a cancel of the stretch that answers it, whoever holds which', async () => {
    const agent = await asking((call, response) => {
      json(response, { jsonrpc: '2.0', id: call.id, result: { task: task('INPUT_REQUIRED') } });
    });
    const first = delegate(agent.url, 'x', OPTIONS);
    await first.outcome;
    const second = first.resume('one');
    setTimeout(() => first.cancel(), 50);
    const outcome = await second.outcome;
    assert.equal(outcome.kind, 'canceled');
    assert.equal(outcome.stopped, 'cancel');
  });
});

describe('an answer that the agent meets', () => {
  it('with another task has an unknown end soon, and is not given again', async () => {
    const agent = await asking(result(() => ({ task: { ...task('WORKING'), id: 'other' } })));
    const first = delegate(agent.url, 'x', { ...OPTIONS, answer: () => 'yes', timeoutMs: 20_000 });
    const outcome = await first.outcome;
    assert.equal(outcome.kind, 'outcome-unknown');
    assert.match(outcome.kind === 'outcome-unknown' ? outcome.why : '', /another one of the follow-up \(other\)/);
    assert.ok(outcome.findings.some(({ rule }) => rule === 'resume/new-task'));
    assert.equal(outcome.stopped, undefined);
    assert.equal(agent.sends(), 2);
  });

  it('with a message brings that message to the caller', async () => {
    const agent = await asking(
      result(() => ({ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'which one?' }] } })),
    );
    const first = delegate(agent.url, 'x', OPTIONS);
    await first.outcome;
    const outcome = await first.resume('yes').outcome;
    assert.equal(outcome.kind, 'input-required');
    assert.equal('said' in outcome && outcome.said?.parts[0]?.text, 'which one?');
  });

  it('with invalid parameters says nothing of a type for good, unless the same in text is taken', async () => {
    const data = ({ params }: RpcCall) => (params['message'] as { parts: { data?: unknown }[] }).parts[0]?.data;
    const picky: Answer = (call, response, request) =>
      data(call) === undefined
        ? result(() => ({ task: task('COMPLETED') }))(call, response, request)
        : failure(-32602)(call, response, request);
    const trying: DelegateOptions = { ...OPTIONS, unknownModes: 'try', bridge: false };
    for (const { answered, next } of [
      { answered: failure(-32602), next: undefined },
      { answered: picky, next: 'mode-rejected' },
    ]) {
      const trust = new PeerCapabilityCache();
      const first = delegate((await asking(answered)).url, 'x', { ...trying, trust });
      await first.outcome;
      const refused = first.resume(DATA);
      assert.equal((await refused.outcome).kind, 'input-required');
      const retold = refused.resume('in words');
      await retold.outcome;
      const modes = trust.rows().flatMap((row) => (row.kind === 'mode' && !row.accepted ? [row.turn.mode] : []));
      assert.deepEqual(modes, next === undefined ? [] : ['application/json']);
      retold[Symbol.dispose]();
    }
  });
});

describe('what the caller gives to be called', () => {
  it('is heard where it throws, and leaves no task behind', async () => {
    const thrown = new Error('mine');
    const fail = (): never => {
      throw thrown;
    };
    const throwing: DelegateOptions[] = [
      { answer: () => 'yes', onEvent: ({ kind }) => (kind === 'resuming' ? fail() : undefined) },
      {
        onObservation: ({ kind, vantage }) => (kind === 'task' && vantage.operation === 'GetTask' ? fail() : undefined),
      },
    ];
    for (const options of throwing) {
      const agent = await asking();
      await assert.rejects(delegate(agent.url, 'x', { ...OPTIONS, ...options }).outcome, (error) => error === thrown);
      assert.ok(agent.calls.includes('CancelTask'));
      assert.equal(agent.sends(), 1);
    }
  });

  it('sends nothing where it aborts before the message', async () => {
    const agent = await asking();
    const controller = new AbortController();
    const onEvent = (): void => controller.abort();
    const running = delegate(agent.url, 'x', { ...OPTIONS, signal: controller.signal, onEvent });
    assert.equal(await codeOf(running.outcome), 'aborted');
    assert.deepEqual(agent.calls, []);
  });
});
