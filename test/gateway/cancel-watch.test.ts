import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Binding, type DialectName, startLab } from '../../src/lab/index.ts';
import { Speaker, taskIdIn } from './scenario.ts';
import { gaveCard, json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

interface Watched {
  readonly answer: string;
  /** How the agent was asked, in turn. */
  readonly asked: readonly string[];
  readonly outcomes: readonly string[];
}

/** Has a task begun by a caller who does not stream, and cancelled. */
async function cancelled(
  deviations: readonly string[],
  dialect: DialectName,
  binding: Binding,
  options: { readonly cancelConfirm?: 'wait' | 'immediate' } = {},
): Promise<Watched> {
  const named = deviations.map((name) => ({ name, knobs: name === 'zombie-cancel' ? { seconds: 4 } : {} }));
  const lab = await startLab({ dialect, bindings: [binding], stepMs: 20, deviations: named });
  try {
    return await withGateway(lab.url, { bounds: shortBounds, peer: options }, async ({ url, events }) => {
      const path = binding === 'HTTP+JSON' ? '/rest' : '/';
      const speaker = new Speaker(`${url}${path}`, dialect, binding);
      const taskId = taskIdIn((await speaker.ask(speaker.send('slow 1000', 'message-1', { wait: false }))).body);
      const { body } = await speaker.ask(speaker.cancel(taskId));
      return {
        answer: body,
        asked: lab.ledger.entries.flatMap(({ kind, operation = '' }) => (kind === 'request' ? [operation] : [])),
        outcomes: events.flatMap((event) => (event.kind === 'outcome' ? [`${event.state}: ${event.says}`] : [])),
      };
    });
  } finally {
    await lab.close();
  }
}

describe('a cancel by a caller without a stream', { concurrency: 4 }, () => {
  for (const [dialect, binding] of [
    ['1.0', 'JSONRPC'],
    ['1.0', 'HTTP+JSON'],
    ['0.3', 'JSONRPC'],
    ['0.2', 'JSONRPC'],
  ] as const) {
    it(`is not told as done while the work goes on, in ${dialect} over ${binding}`, async () => {
      const { answer, outcomes } = await cancelled(['zombie-cancel'], dialect, binding);
      assert.match(answer, /not canceled/i);
      assert.doesNotMatch(answer, /"state":"(?:TASK_STATE_CANCELED|canceled)"/);
      assert.match(outcomes.join(), /^canceled: as reads show it; its stream went on/);
    });

    it(`is told as done where it was done, in ${dialect} over ${binding}`, async () => {
      const { answer, outcomes } = await cancelled([], dialect, binding);
      assert.match(answer, /"state":"(?:TASK_STATE_CANCELED|canceled)"/);
      assert.deepEqual(outcomes, ['canceled: verified by reads']);
    });
  }

  it('is not held up by an agent that refuses the subscription', async () => {
    const { answer } = await cancelled(['subscribe-not-wired'], '1.0', 'JSONRPC');
    assert.match(answer, /TASK_STATE_CANCELED/);
  });

  it('is told as done where its answer was lost, once reads have shown that it was', async () => {
    let state = 'TASK_STATE_WORKING';
    const agent = await startScripted((request, response, body) => {
      if (gaveCard(request, response)) return;
      const { id, method } = JSON.parse(body) as { id: unknown; method: string };
      if (method === 'CancelTask') {
        state = 'TASK_STATE_CANCELED';
        return void request.socket.destroy();
      }
      const task = { id: 't1', contextId: 'c1', status: { state } };
      json(response, { jsonrpc: '2.0', id, result: method === 'SendMessage' ? { task } : task });
    });
    try {
      await withGateway(agent.url, { bounds: shortBounds }, async ({ url }) => {
        const speaker = new Speaker(`${url}/rpc`, '1.0', 'JSONRPC');
        await speaker.ask(speaker.send('work', 'message-1', { wait: false }));
        const { body } = await speaker.ask(speaker.cancel('t1'));
        assert.match(body, /TASK_STATE_CANCELED/);
      });
    } finally {
      await agent.close();
    }
  });

  it('goes out alone where its answer is passed on at once', async () => {
    const { asked } = await cancelled([], '1.0', 'JSONRPC', { cancelConfirm: 'immediate' });
    assert.ok(!asked.includes('subscribe'), asked.join(', '));
  });
});
