import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

/** What the agent does with a message once its caller has left. */
type Next = 'tells its task' | 'breaks off' | 'says nothing';

interface Run {
  readonly dialect: '0.3' | '1.0';
  readonly opening: 'stream' | 'id-first';
  readonly next: Next;
}

/** A caller leaves before it was told of its task. Returns which tasks were canceled, once `until` holds. */
async function leaveEarly({ dialect, opening, next }: Run, until: 'canceled' | 'notice'): Promise<readonly string[]> {
  const v1 = dialect === '1.0';
  const task = { ...(v1 ? {} : { kind: 'task' }), id: 't', contextId: 'c' };
  const working = { ...task, status: { state: v1 ? 'TASK_STATE_WORKING' : 'working' } };
  const canceled: string[] = [];
  let sends = 0;
  let tell = (): void => undefined;
  const agent = await startScripted((request, response, body) => {
    if (request.method === 'GET') {
      if (request.url?.includes('agent-card.json') !== true) return void response.writeHead(404).end();
      const url = `http://${request.headers.host}/`;
      const listed = v1
        ? { supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }
        : { protocolVersion: '0.3.0', url, preferredTransport: 'JSONRPC' };
      return json(response, { name: 'agent', capabilities: { streaming: true }, ...listed });
    }
    const { id, method, params } = JSON.parse(body);
    const answer = (result: unknown): void => json(response, { jsonrpc: '2.0', id, result });
    if (/cancel/i.test(method)) {
      canceled.push(params.id);
      return answer({ ...task, status: { state: v1 ? 'TASK_STATE_CANCELED' : 'canceled' } });
    }
    if (method === 'ListTasks') {
      const history = [{ messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'work' }] }];
      return answer({ tasks: [{ ...working, history }], nextPageToken: '', pageSize: 20, totalSize: 1 });
    }
    if (!/send|stream/i.test(method)) return answer(working);
    sends++;
    const result = v1 ? { task: working } : working;
    tell = () => {
      if (next === 'breaks off') response.destroy();
      else if (next === 'tells its task' && !/stream/i.test(method)) answer(result);
      else if (next === 'tells its task') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      }
    };
  });
  try {
    const peer = { opening, onLeave: 'cancel' } as const;
    await withGateway(agent.url, { bounds: shortBounds, peer }, async ({ url, events }) => {
      const speaker = new Speaker(`${url}/`, dialect, 'JSONRPC');
      const leaving = new AbortController();
      const { url: to, ...request } = speaker.request(speaker.stream('work', 'm-1'));
      const left = fetch(to, { method: 'POST', ...request, signal: leaving.signal }).catch(() => undefined);
      while (sends === 0) await sleep(10);
      leaving.abort();
      await left;
      // The gateway, in this process, has learned of it before the agent goes on, however late that is.
      for (let turn = 0; turn < 10; turn++) await sleep(10);
      tell();
      const noticed = () => events.some((event) => event.kind === 'notice' && /none was canceled/.test(event.says));
      while (until === 'canceled' ? canceled.length === 0 : !noticed()) await sleep(10);
    });
  } finally {
    await agent.close();
  }
  assert.equal(sends, 1);
  return canceled;
}

describe('a caller that leaves before it was told of its task, which is to be canceled', { concurrency: 4 }, () => {
  for (const opening of ['stream', 'id-first'] as const) {
    for (const dialect of ['0.3', '1.0'] as const) {
      it(`${dialect}, opening ${opening}: it is, once the agent tells which it is`, async () => {
        assert.deepEqual(await leaveEarly({ dialect, opening, next: 'tells its task' }, 'canceled'), ['t']);
      });
    }
    for (const next of ['breaks off', 'says nothing'] as const) {
      it(`1.0, opening ${opening}, the agent ${next}: it is found by its message`, async () => {
        assert.deepEqual(await leaveEarly({ dialect: '1.0', opening, next }, 'canceled'), ['t']);
      });

      it(`0.3, opening ${opening}, the agent ${next}: the operator is told that it can't be`, async () => {
        assert.deepEqual(await leaveEarly({ dialect: '0.3', opening, next }, 'notice'), []);
      });
    }
  }
});
