import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../src/audit/audit.ts';
import { knownTasks, type LedgerEntry, startLab, taskFacts } from '../../src/lab/index.ts';
import { json, scriptedAgent } from '../guard/scripted-agent.ts';
import { droppingAgent } from './dropping-agent.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

const OPTIONS = { prompts: promptsFor(400), times: SHORT_TIMES };

/** Audits an agent of the lab by some scenarios, until that was seen there. */
async function interruptedAt(
  only: readonly string[],
  test: (entries: readonly LedgerEntry[]) => boolean,
  options: Parameters<typeof startLab>[0] = {},
) {
  const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 300, ...options });
  const stop = new AbortController();
  const auditing = audit(peer.url, { ...OPTIONS, only, signal: stop.signal });
  while (!test(peer.ledger.entries)) await sleep(50);
  stop.abort();
  const report = await auditing;
  await peer.close();
  return { report, ledger: peer.ledger };
}

describe('an audit that is interrupted', { concurrency: 3 }, () => {
  it('makes nothing of the streams that it cut off itself', async () => {
    const { report } = await interruptedAt(
      ['stream-live', 'early-disconnect', 'subscribe-running'],
      (entries) => entries.filter(({ kind }) => kind === 'frame').length >= 12,
    );
    assert.equal(report.ended?.code, 'interrupted');
    assert.deepEqual(
      report.findings.map(({ rule, message }) => `${rule}: ${message}`),
      [],
    );
  });

  it('cancels the task of a send that waits, though its id was never told', async () => {
    const { report, ledger } = await interruptedAt(['send-waiting'], isAtWork);
    assert.deepEqual(report.left, []);
    const now = performance.timeOrigin + performance.now();
    const begun = knownTasks(ledger).filter((id) => ledger.ofTask(id).some(({ kind }) => kind === 'run'));
    assert.equal(begun.length, 1);
    assert.equal(taskFacts(ledger, begun[0] ?? '', now).stoppedAs, 'canceled');
  });

  it('names the message of such a send where the agent has no list to find its task in', async () => {
    const { report } = await interruptedAt(['send-waiting'], isAtWork, { dialect: '0.3' });
    const [left, ...others] = report.left;
    assert.equal(others.length, 0);
    assert.deepEqual([left?.taskId, left?.state, left?.scenario], ['', 'unknown', 'send-waiting']);
    assert.ok(left?.messageId !== undefined && left.why.includes(left.messageId));
  });
});

function isAtWork(entries: readonly LedgerEntry[]): boolean {
  return entries.some(({ kind, state }) => kind === 'run' && state === 'working');
}

describe('an audit of an agent that drops the connection by which it took a message', () => {
  const only = ['send-blocking', 'send-nonblocking'];

  it('finds the tasks by their messages, and cancels them', async () => {
    await using agent = await droppingAgent({ lists: true });
    const report = await audit(agent.url, { ...OPTIONS, only });
    assert.deepEqual(report.left, []);
    assert.ok(agent.begun.size >= only.length);
    assert.deepEqual(agent.canceled, new Set(agent.begun.values()));
  });

  it('names each message once where it lists no tasks', async () => {
    await using agent = await droppingAgent({ lists: false });
    const report = await audit(agent.url, { ...OPTIONS, only });
    assert.deepEqual(report.left.map(({ messageId }) => messageId).sort(), [...agent.begun.keys()].sort());
  });
});

describe('an audit that leaves a stream at an event beyond its own limit', () => {
  it('holds nothing against the agent, and says that the stream is untested', async () => {
    const task = (state: string) => ({ id: 't1', contextId: 'c1', status: { state: `TASK_STATE_${state}` } });
    const rpc = (id: unknown, result: object) => ({ jsonrpc: '2.0', id, result });
    const agent = await scriptedAgent(
      {
        SendStreamingMessage: ({ id }, response) => {
          const tell = (told: object) => response.write(`data: ${JSON.stringify(rpc(id, { task: told }))}\n\n`);
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          tell(task('WORKING'));
          tell({ ...task('COMPLETED'), metadata: { huge: 'x'.repeat(17 * 1024 * 1024) } });
          response.end();
        },
        GetTask: ({ id, params }, response) =>
          json(
            response,
            params['id'] === 't1'
              ? rpc(id, task('COMPLETED'))
              : { jsonrpc: '2.0', id, error: { code: -32001, message: 'There is no such task.' } },
          ),
      },
      { streaming: true },
    );
    try {
      const report = await audit(agent.url, { ...OPTIONS, only: ['stream'] });
      assert.deepEqual(
        report.findings.filter(({ severity }) => severity !== 'note').map(({ rule }) => rule),
        [],
      );
      const stream = report.capabilities.find(({ name }) => name === 'stream.send');
      assert.equal(stream?.observed, 'untested');
      assert.ok(report.untested.some(({ reason }) => /an event that is larger than any that is read/.test(reason)));
    } finally {
      await agent.close();
    }
  });
});
