import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import { allowHostOf } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { result, type ScriptedAgent, scriptedAgent, task } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

let agent: ScriptedAgent | undefined;
after(() => agent?.close());

describe('many delegations to one agent', () => {
  it('are all verified, although their reads have to wait for one another longer than an end may take to show', async () => {
    let made = 0;
    const done = (id: unknown) => ({
      ...task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] }),
      id,
    });
    agent = await scriptedAgent({
      SendMessage: result(() => ({ task: done(`t${made++}`) })),
      GetTask: result(({ params }) => done(params['id'])),
    });
    const { url } = agent;
    const http = createHttpClient({ allow: allowHostOf(url) });
    // 600 reads, of which 100 may be made at once and 50 in each further second; an end has 4 s to show.
    const bounds: DelegateOptions['bounds'] = {
      ...SHORT,
      answer: { ms: 20_000, source: 'task-class' },
      settleWithin: { ms: 4_000, source: 'task-class' },
    };
    const all = Array.from({ length: 300 }, () => delegate(url, 'x', { bounds, aftercareMs: 0, http }).outcome);
    const outcomes = await Promise.all(all);
    await http.close();
    assert.deepEqual([...new Set(outcomes.map(({ kind, ok }) => `${kind} ${ok}`))], ['completed true']);
  });
});
