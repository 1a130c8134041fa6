import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import { exitCodeOf } from '../../src/audit/audit-report.ts';
import { knownTasks, startLab, taskFacts } from '../../src/lab/index.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

const OPTIONS = { prompts: promptsFor(400), times: SHORT_TIMES };

async function serving<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** A card with one interface at that place. */
function cardAt(url: string): string {
  return JSON.stringify({
    name: 'somebody',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    skills: [],
  });
}

/** Longer than an agent may say nothing at all. */
const BUSY_MS = 22_000;

const GONE = { error: { code: -32001, message: 'Task not found' } };
const DONE = { result: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } } };
const WORKING = { result: { task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } } };

/** What a call is answered with, a stream of what is at work, or nothing ever. */
type Answer = typeof GONE | typeof WORKING | typeof DONE | { readonly every: number; readonly for: number } | undefined;

/** An agent with one interface, and a card that is always given. */
function rpcAgent(answer: (call: { readonly method: string; readonly calls: number }) => Answer): RequestListener {
  let calls = 0;
  return async (request, response) => {
    if (request.url?.includes('agent-card.json') === true) {
      response.end(cardAt(`http://${request.headers.host}/`));
      return;
    }
    const body = await text(request);
    const [, id = '', method = ''] = /"id":(\d+),"method":"(\w+)"/.exec(body) ?? [];
    const reply = answer({ method, calls: ++calls });
    const told = (what: object): string => JSON.stringify({ jsonrpc: '2.0', id: Number(id), ...what });
    if (reply === undefined) return;
    if (!('every' in reply)) {
      response.setHeader('content-type', 'application/json').end(told(reply));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${told(WORKING)}\n\n`);
    const status = { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } };
    const ticking = setInterval(
      () => response.write(`data: ${told({ result: { statusUpdate: status } })}\n\n`),
      reply.every,
    );
    setTimeout(() => response.end(), reply.for);
    response.on('close', () => clearInterval(ticking));
  };
}

describe('an audit of what can hardly be audited', { concurrency: 4 }, () => {
  it('says that nobody is there: inconclusive', async () => {
    const report = await audit('http://127.0.0.1:1/', OPTIONS);
    assert.equal(report.ended?.code, 'no-card');
    assert.match(report.ended.message, /127\.0\.0\.1:1/);
    assert.equal(exitCodeOf(report, 'error'), 3);
  });

  it('says what is in the place of the card', async () => {
    const page: RequestListener = (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello');
    const report = await serving(page, (url) => audit(url, OPTIONS));
    assert.equal(report.ended?.code, 'no-card');
    assert.match(report.ended.message, /no JSON.*text\/html/);
    assert.equal(exitCodeOf(report, 'error'), 3);
  });

  it('says that only bindings are offered that nobody here speaks', async () => {
    const card = cardAt('http://127.0.0.1:1/').replace('JSONRPC', 'CARRIER-PIGEON');
    const report = await serving(
      (_, response) => response.end(card),
      (url) => audit(url, OPTIONS),
    );
    assert.equal(report.ended?.code, 'no-interface');
    assert.match(report.ended.message, /CARRIER-PIGEON is not spoken here/);
    assert.equal(report.verdict, 'inconclusive');
  });

  it('says which interfaces there are, where none is called as it was asked for', async () => {
    const report = await serving(
      (_, response) => response.end(cardAt('http://127.0.0.1:1/')),
      (url) => audit(url, { ...OPTIONS, interfaces: ['JSONRP'] }),
    );
    assert.equal(report.ended?.code, 'no-interface');
    assert.match(report.ended.message, /is called JSONRP\. It lists JSONRPC [\d.]+\. Did you mean JSONRPC/);
  });

  it('says that nobody is let in, and what to do about it: inconclusive, and nothing counts as kept', async () => {
    const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 200, tokens: { somebody: 'a-token' } });
    for (const [headers, words] of [
      [{}, /without credentials: give them by --bearer/],
      [{ authorization: 'Bearer another-token' }, /turned the given credentials away/],
    ] as const) {
      const report = await audit(peer.url, { ...OPTIONS, headers, only: ['unknown-task', 'message-own-context'] });
      assert.equal(report.ended?.code, 'turned-away');
      assert.match(report.ended.message, words);
      assert.equal(exitCodeOf(report, 'error'), 3);
      assert.ok(report.capabilities.every(({ observed }) => observed === 'untested'));
    }
    await peer.close();
  });

  it('says what is in the place of the card, also as a finding', async () => {
    const peer = await startLab({ bindings: ['JSONRPC'], deviations: ['card-not-json'] });
    const report = await audit(peer.url, OPTIONS);
    assert.equal(report.ended?.code, 'no-card');
    assert.deepEqual(
      report.findings.map(({ rule, severity }) => `${severity} ${rule}`),
      ['error card/not-json', 'warning card/unreachable'],
    );
    assert.equal(exitCodeOf(report, 'error'), 3);
    await peer.close();
  });

  it('ends when the agent dies, and tells what was left untested', async () => {
    const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 200 });
    let dead: Promise<void> | undefined;
    const report = await audit(peer.url, {
      ...OPTIONS,
      onEvent: ({ kind }) => {
        if (kind === 'played') dead ??= peer.close();
      },
    });
    await dead;
    assert.equal(report.ended?.code, 'agent-lost');
    assert.equal(report.verdict, 'inconclusive');
    assert.ok(report.untested.length > 5);
  });

  it('makes nothing of an agent that never answers but gives its card', async () => {
    const mute: RequestListener = (request, response) => {
      if (request.url?.includes('agent-card.json') === true) response.end(cardAt(`http://${request.headers.host}/`));
    };
    const report = await serving(mute, (url) => audit(url, OPTIONS));
    assert.equal(report.ended?.code, 'no-interface');
    assert.match(report.ended.message, /no answer/);
  });

  it('tells an agent that hangs midway, and names what it left there', async () => {
    const events: string[] = [];
    const hanging = rpcAgent(({ method, calls }) =>
      calls > 6 ? undefined : method === 'SendMessage' ? WORKING : GONE,
    );
    const report = await serving(hanging, (url) =>
      audit(url, { ...OPTIONS, only: ['send-nonblocking', 'settle'], onEvent: ({ kind }) => events.push(kind) }),
    );
    assert.equal(report.ended?.code, 'agent-lost');
    assert.ok(events.includes('silent'));
    assert.ok(report.left.length > 0 && report.left.every(({ state }) => state === 'unknown'));
    assert.equal(exitCodeOf(report, 'error'), report.findings.some(({ severity }) => severity === 'error') ? 1 : 3);
  });

  it('does not take an agent for gone that is busy, and says so on another call', async () => {
    let freeAt = Number.POSITIVE_INFINITY;
    const busy = rpcAgent(({ method, calls }) => {
      if (calls <= 3) return GONE;
      if (method !== 'SendStreamingMessage') return performance.now() < freeAt ? undefined : DONE;
      freeAt = performance.now() + BUSY_MS;
      return { every: 1_000, for: BUSY_MS };
    });
    const events: string[] = [];
    const report = await serving(busy, (url) =>
      audit(url, {
        ...OPTIONS,
        only: ['stream'],
        skip: ['stream-live', 'stream-denied'],
        onEvent: ({ kind }) => events.push(kind),
      }),
    );
    assert.equal(report.ended, undefined);
    assert.ok(!events.includes('silent'));
  });

  it('keeps for untested what an agent in trouble says nothing of, as it fails with each message', async () => {
    const troubled: RequestListener = async (request, response) => {
      if (request.url?.includes('agent-card.json') === true) {
        response.end(cardAt(`http://${request.headers.host}/`));
        return;
      }
      const id = Number(/"id":(\d+)/.exec(await text(request))?.[1]);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no store is configured' } }));
    };
    const report = await serving(troubled, (url) => audit(url, OPTIONS));
    const kept = report.capabilities.filter(({ observed }) => observed === 'kept').map(({ name }) => name);
    assert.deepEqual(
      kept.filter((name) => /^(task|inputModes|outputModes|stream|cancel|history)/.test(name)),
      [],
    );
    assert.ok(report.capabilities.some(({ name, observed }) => name === 'task' && observed === 'untested'));
  });

  it('leaves an agent whose answers never end', async () => {
    const flood: RequestListener = (request, response) => {
      if (request.url?.includes('agent-card.json') === true) {
        response.end(cardAt(`http://${request.headers.host}/`));
        return;
      }
      response.setHeader('content-type', 'application/json');
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1_000_000), () => setImmediate(more));
      };
      more();
    };
    const report = await serving(flood, (url) => audit(url, { ...OPTIONS, limits: { maxBodyBytes: 2_000_000 } }));
    assert.equal(report.verdict, 'inconclusive');
  });

  it('interrupted: cancels what it began, and leaves nothing running', async () => {
    const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 500 });
    const stop = new AbortController();
    let started = 0;
    const report = await audit(peer.url, {
      ...OPTIONS,
      only: ['send-nonblocking', 'cancel-running', 'stream-live', 'subscribe-running'],
      signal: stop.signal,
      onEvent: ({ kind }) => {
        if (kind === 'started' && ++started === 4) setTimeout(() => stop.abort(), 1_500);
      },
    });
    assert.equal(report.ended?.code, 'interrupted');
    assert.equal(exitCodeOf(report, 'error'), 3);
    assert.deepEqual(report.left, []);
    const now = performance.timeOrigin + performance.now();
    const worked = knownTasks(peer.ledger).filter((id) => peer.ledger.ofTask(id).some(({ kind }) => kind === 'run'));
    assert.ok(worked.length >= 4);
    for (const id of worked) {
      assert.notEqual(taskFacts(peer.ledger, id, now).stoppedAs, undefined, `task ${id} still runs`);
    }
    await peer.close();
  });

  it('names the tasks that the agent would not cancel', async () => {
    const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 500, deviations: ['cancel-as-read'] });
    const report = await audit(peer.url, { ...OPTIONS, only: ['send-nonblocking'] });
    assert.equal(report.left.length, 1);
    assert.equal(report.left[0]?.scenario, 'send-nonblocking');
    await peer.close();
  });

  it('within a budget: what is left when it is used up is untested, and the rest counts', async () => {
    const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 500 });
    const report = await audit(peer.url, {
      ...OPTIONS,
      budgetMs: 4_000,
      only: ['unknown-task', 'send-nonblocking', 'stream-live'],
    });
    assert.equal(report.ended?.code, 'budget');
    assert.equal(report.verdict, 'kept');
    assert.ok(report.untested.some(({ scenario }) => scenario === 'stream-live'));
    await peer.close();
  });
});
