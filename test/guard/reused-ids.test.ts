import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { json, scriptedAgent } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const http = createHttpClient({ allow: anyAddress });
after(() => http.close());
const UNIQUE = '7b0c5b52-58f1-4d0c-9a0e-0c1c0b8f3a11';

/** What the second of two delegations to an agent finds of its task, all of whose tasks have one id. */
async function second(id: string, textOf: (sends: number) => string) {
  let sends = 0;
  const task = () => ({
    id,
    contextId: 'c1',
    status: { state: 'TASK_STATE_COMPLETED' },
    artifacts: [{ artifactId: 'a', parts: [{ text: textOf(sends) }] }],
  });
  const agent = await scriptedAgent({
    SendMessage: (call, response) => {
      sends++;
      json(response, { jsonrpc: '2.0', id: call.id, result: { task: task() } });
    },
    GetTask: (call, response) => json(response, { jsonrpc: '2.0', id: call.id, result: task() }),
  });
  const options = { http, trust: new PeerCapabilityCache(), bounds: SHORT, aftercareMs: 0 };
  try {
    await delegate(agent.url, 'one', options).outcome;
    const { findings } = await delegate(agent.url, 'two', options).outcome;
    // It would throw where the agent is shut out.
    await delegate(agent.url, 'three', options).outcome.catch(() => undefined);
    return findings
      .filter(({ rule }) => rule === 'task/id-reused')
      .map(({ severity, certainty }) => `${severity}, ${certainty}`);
  } finally {
    await agent.close();
  }
}

describe('an agent that gives out one id for two messages', () => {
  it('is found out where its task had ended, and is another one now', async () => {
    assert.deepEqual(await second(UNIQUE, (sends) => `result ${sends}`), ['error, certain']);
  });

  it('is not held to it where the task comes again as it was: it may know the work', async () => {
    assert.deepEqual(await second(UNIQUE, () => 'result'), ['note, suspected']);
  });

  it('is not judged by an id that it may number for each caller', async () => {
    assert.deepEqual(await second('t1', (sends) => `result ${sends}`), []);
  });
});
