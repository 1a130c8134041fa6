import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startLab } from '../../src/lab/index.ts';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

/** How the agent was asked for each of two streams, one after the other. */
async function openings(deviations: readonly string[], stepMs: number): Promise<readonly (string | undefined)[]> {
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs, deviations });
  try {
    return await withGateway(lab.url, { bounds: shortBounds }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      for (const id of ['message-1', 'message-2']) {
        const { url: at, ...request } = speaker.request(speaker.stream('slow 4', id));
        assert.match((await ask(at, request)).body, /TASK_STATE_COMPLETED/);
      }
      const asked = lab.ledger.entries.filter(({ kind, messageId }) => kind === 'request' && messageId !== undefined);
      return asked.map(({ operation }) => operation);
    });
  } finally {
    await lab.close();
  }
}

it('the first stream of an interface is opened id first, and passed straight on once streams were seen to work', async () => {
  assert.deepEqual(await openings([], 20), ['send', 'stream']);
});

// Id first, a caller of such an agent would hear of its task when it is over, and could not cancel it.
it('and once a send that does not wait has waited for the end of its task', async () => {
  assert.deepEqual(await openings(['nonblocking-ignored'], 700), ['send', 'stream']);
});

it('but is opened id first again where the send was answered at once with an ended task', async () => {
  assert.deepEqual(await openings(['nonblocking-ignored'], 1), ['send', 'send']);
});

it('and an agent that refuses the streams that it declares gets the message once, however often it comes', async () => {
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 20, deviations: ['stream-not-wired'] });
  try {
    await withGateway(lab.url, { bounds: shortBounds, peer: { opening: 'stream' } }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const again = () => speaker.ask(speaker.stream('slow 4', 'message-1'));
      const bodies = [...(await Promise.all([again(), again()])), await again()].map(({ body }) => body);
      for (const body of bodies) assert.match(body, /TASK_STATE_COMPLETED/);
      const sends = lab.ledger.entries.filter(({ kind, operation }) => kind === 'request' && operation === 'send');
      assert.equal(sends.length, 1);
    });
  } finally {
    await lab.close();
  }
});
