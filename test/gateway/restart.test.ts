import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openGatewayState } from '../../src/gateway/gateway-state.ts';
import { startLab } from '../../src/lab/index.ts';
import { ask, type RawAnswer } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { type Mounted, withGateway } from './with-gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-gateway-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = (): string => join(folder, `${files++}.db`);

/** Runs a test against a gateway that takes over what an earlier one left in the file. */
async function withState<T>(file: string, target: string, test: (mounted: Mounted) => Promise<T>): Promise<T> {
  await using state = await openGatewayState({ file });
  return await withGateway(target, { state, bounds: shortBounds }, test);
}

const message = (id: string) => ({ messageId: id, role: 'ROLE_USER', parts: [{ text: 'x' }] });
const call = (method: string, params: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  headers: { 'a2a-version': '1.0', ...headers },
});
const taskIn = ({ body }: RawAnswer) => {
  const { result } = JSON.parse(body);
  return result.task ?? result;
};

/** An agent whose only task is in a state that can be changed. */
async function withChanging(test: (url: string, change: (state: string) => void) => Promise<void>): Promise<void> {
  let state = 'TASK_STATE_COMPLETED';
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) {
      const url = `http://${request.headers.host}/`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      return json(response, { name: 'agent', capabilities: {}, supportedInterfaces });
    }
    const { id, method } = JSON.parse(body);
    const artifacts = [{ artifactId: 'a', parts: [{ text: state }] }];
    const task = { id: 't', contextId: 'c', status: { state }, artifacts };
    const results: Readonly<Record<string, unknown>> = { SendMessage: { task }, ListTasks: { tasks: [task] } };
    json(response, { jsonrpc: '2.0', id, result: results[method] ?? task });
  });
  try {
    await test(agent.url, (next) => {
      state = next;
    });
  } finally {
    await agent.close();
  }
}

describe('a gateway that is started anew', { concurrency: 4 }, () => {
  it('tells the same end of a task as before, whatever the agent says by now', () =>
    withChanging(async (target, change) => {
      const file = newFile();
      const told = await withState(file, target, async ({ url }) =>
        taskIn(await ask(`${url}/`, call('SendMessage', { message: message('m') }))),
      );
      assert.equal(told.status.state, 'TASK_STATE_COMPLETED');
      change('TASK_STATE_FAILED');
      await withState(file, target, async ({ url }) => {
        const read = taskIn(await ask(`${url}/`, call('GetTask', { id: 't' })));
        assert.deepEqual([read.status, read.artifacts], [told.status, told.artifacts]);
      });
      await withState(file, target, async ({ url }) => {
        const [listed] = JSON.parse((await ask(`${url}/`, call('ListTasks', {}))).body).result.tasks;
        assert.deepEqual([listed.status, listed.artifacts], [told.status, told.artifacts]);
      });
    }));

  it('knows its callers again, and tells each its own ends only', () =>
    withChanging(async (target, change) => {
      const file = newFile();
      const [one, other] = [{ authorization: 'Bearer one' }, { authorization: 'Bearer other' }];
      await withState(file, target, ({ url }) => ask(`${url}/`, call('SendMessage', { message: message('m') }, one)));
      change('TASK_STATE_FAILED');
      await withState(file, target, async ({ url }) => {
        const stateFor = async (who: typeof one) =>
          taskIn(await ask(`${url}/`, call('GetTask', { id: 't' }, who))).status.state;
        assert.equal(await stateFor(one), 'TASK_STATE_COMPLETED');
        assert.equal(await stateFor(other), 'TASK_STATE_FAILED');
      });
    }));

  it('goes by what was learned of an agent: a claim that was broken is taken back at once', async () => {
    const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10, deviations: ['no-terminal'] });
    const file = newFile();
    try {
      await withState(file, lab.url, async ({ url }) => {
        const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
        // The first is opened id first, and what is cut off is a subscription; the next is a stream of its own.
        for (const id of ['m-1', 'm-2']) await speaker.ask(speaker.stream('slow 3', id));
      });
      await withState(file, lab.url, async ({ url }) => {
        const { capabilities } = JSON.parse((await ask(`${url}/.well-known/agent-card.json`)).body);
        const { claims } = capabilities.extensions[0].params;
        assert.ok([claims.streaming, claims.subscribe].some(({ observed }) => observed === 'broken'));
      });
    } finally {
      await lab.close();
    }
  });

  it('without a file knows nothing of before', () =>
    withChanging(async (target, change) => {
      const bounds = shortBounds;
      await withGateway(target, { bounds }, ({ url }) =>
        ask(`${url}/`, call('SendMessage', { message: message('m') })),
      );
      change('TASK_STATE_FAILED');
      await withGateway(target, { bounds }, async ({ url }) => {
        const read = taskIn(await ask(`${url}/`, call('GetTask', { id: 't' })));
        assert.equal(read.status.state, 'TASK_STATE_FAILED');
      });
    }));
});
