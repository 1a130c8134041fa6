import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { reattach } from '../../src/guard/reattach.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { MemoryJournal } from './memory-journal.ts';
import { json, result, type ScriptedAgent, scriptedAgent, task } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const agents: ScriptedAgent[] = [];
after(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
});

const OPTIONS: DelegateOptions = { bounds: SHORT, aftercareMs: 0 };

/** An agent whose task asks, and completes once it is answered; `card` is what its card declares from now on. */
async function asking() {
  const card: Record<string, unknown> = { streaming: false, pushNotifications: true };
  let state = 'INPUT_REQUIRED';
  const agent = await scriptedAgent(
    {
      SendMessage: (call, response) => {
        if ((call.params['message'] as { taskId?: string }).taskId !== undefined) state = 'COMPLETED';
        json(response, { jsonrpc: '2.0', id: call.id, result: { task: task(state) } });
      },
      GetTask: result(() => task(state)),
    },
    card,
  );
  agents.push(agent);
  return { agent, card };
}

const changes = ({ findings }: Outcome): readonly string[] =>
  findings.filter(({ rule }) => rule === 'card/changed-under-task').map(({ because }) => because);

describe('the card of an agent whose task was left alone for a while', () => {
  it('is read again before the task is answered, and told where the plan no longer holds', async () => {
    const { agent, card } = await asking();
    const trust = new PeerCapabilityCache();
    const first = delegate(agent.url, 'x', { ...OPTIONS, trust });
    assert.deepEqual(changes(await first.outcome), []);
    const known = JSON.stringify(trust.rows().filter(({ kind }) => kind === 'card'));
    card['pushNotifications'] = false;
    const outcome = await first.resume('yes').outcome;
    assert.equal(outcome.kind, 'completed');
    assert.match(changes(outcome).join(), /pushNotifications/);
    assert.notEqual(JSON.stringify(trust.rows().filter(({ kind }) => kind === 'card')), known);
  });

  it('is no news while it says what the task was planned by', async () => {
    const { agent, card } = await asking();
    const first = delegate(agent.url, 'x', OPTIONS);
    await first.outcome;
    card['pushNotifications'] = true;
    assert.deepEqual(changes(await first.resume('yes').outcome), []);
    assert.equal(agent.cardReads(), 2);
  });

  it('is read again by the process that takes the task up', async () => {
    const { agent, card } = await asking();
    const journal = new MemoryJournal();
    const first = delegate(agent.url, 'x', { ...OPTIONS, journal });
    await first.outcome;
    card['streaming'] = true;
    const [taken] = await reattach(journal.ifItEndedNow(), { bounds: SHORT, aftercareMs: 0, answer: () => 'yes' });
    const outcome = await taken?.delegation.outcome;
    assert.ok(outcome !== undefined);
    assert.equal(outcome.kind, 'completed');
    assert.match(changes(outcome).join(), /streaming/);
  });
});
