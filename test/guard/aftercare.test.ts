import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import { json, result, type ScriptedAgent, scriptedAgent, task } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const agents: ScriptedAgent[] = [];
after(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
});

/** An agent whose task completes at once, and whose reads change after the second one. */
async function agentThatTurns(later: (read: number) => unknown): Promise<ScriptedAgent> {
  let reads = 0;
  const done = (text: string) => task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text }] }] });
  const agent = await scriptedAgent({
    SendMessage: result(() => ({ task: done('x') })),
    GetTask: (call, response) => {
      reads++;
      const seen = reads <= 2 ? done('x') : later(reads);
      if (seen !== undefined) return json(response, { jsonrpc: '2.0', id: call.id, result: seen });
      json(response, { jsonrpc: '2.0', id: call.id, error: { code: -32001, message: 'gone' } });
    },
  });
  agents.push(agent);
  return agent;
}

const OPTIONS: DelegateOptions = { bounds: SHORT, aftercareMs: 1_000 };
const GROWN = task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'xy' }] }] });

/** Timers of the aftercare keep no process alive, so somebody else has to. */
async function awaited<T>(promise: Promise<T>): Promise<T> {
  const alive = setInterval(() => undefined, 1_000);
  try {
    return await promise;
  } finally {
    clearInterval(alive);
  }
}

describe('a settled task is looked at again', () => {
  it('and nothing is told of one that stays as it is', async () => {
    const running = delegate(
      (await agentThatTurns(() => task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] }))).url,
      'x',
      OPTIONS,
    );
    assert.equal((await running.outcome).kind, 'completed');
    assert.equal(await awaited(running.revised), undefined);
  });

  it('and is flipped when it ends anew', async () => {
    const events: DelegationEvent[] = [];
    const { url } = await agentThatTurns(() => task('FAILED'));
    const running = delegate(url, 'x', { ...OPTIONS, onEvent: (event) => events.push(event) });
    assert.equal((await running.outcome).kind, 'completed');
    const revised = await awaited(running.revised);
    assert.equal(revised?.kind, 'flipped');
    assert.ok(events.some((event) => event.kind === 'revised' && event.outcome === revised));
    assert.ok(revised?.findings.some(({ rule }) => rule === 'task/terminal-overwritten'));
  });

  it('and is disputed when its result changes for good', async () => {
    const running = delegate((await agentThatTurns(() => GROWN)).url, 'x', OPTIONS);
    assert.equal((await running.outcome).kind, 'completed');
    const revised = await awaited(running.revised);
    assert.equal(revised?.kind === 'completed-disputed' && revised.versions.length, 2);
  });

  it('and one stale read is no news, nor is a task that was purged', async () => {
    const stale = await agentThatTurns((read) =>
      read === 3 ? task('WORKING') : task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] }),
    );
    const purged = await agentThatTurns(() => undefined);
    for (const { url } of [stale, purged]) {
      const running = delegate(url, 'x', OPTIONS);
      assert.equal((await running.outcome).kind, 'completed');
      assert.equal(await awaited(running.revised), undefined);
    }
  });

  it('until its caller wants to know no more, or never', async () => {
    const agent = await agentThatTurns(() => GROWN);
    const running = delegate(agent.url, 'x', {
      ...OPTIONS,
      aftercareMs: 60_000,
      bounds: { ...SHORT, aftercareFirst: { ms: 30_000, source: 'task-class' } },
    });
    await running.outcome;
    running[Symbol.dispose]();
    assert.equal(await running.revised, undefined);
    const never = delegate(agent.url, 'x', { ...OPTIONS, aftercareMs: 0 });
    await never.outcome;
    assert.equal(await never.revised, undefined);
  });
});
