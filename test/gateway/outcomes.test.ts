import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeerOptions } from '../../src/gateway/options.ts';
import { startLab } from '../../src/lab/index.ts';
import { Speaker } from './scenario.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

/** What the operator is told of the end of one task. */
async function outcomeOf(
  deviations: readonly string[],
  peer: Partial<PeerOptions> = {},
  how: 'send' | 'stream' = 'send',
): Promise<string> {
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10, deviations });
  try {
    return await withGateway(lab.url, { bounds: shortBounds, peer }, async ({ url, events }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      await speaker.ask(speaker[how]('hello', 'message-1'));
      const outcomes = events.filter((event) => event.kind === 'outcome');
      assert.equal(outcomes.length, 1);
      return (
        outcomes.map(({ state, verified, says }) => `${state}, ${verified ? 'verified' : 'unverified'}: ${says}`)[0] ??
        ''
      );
    });
  } finally {
    await lab.close();
  }
}

describe('the operator is told what an end rests on', { concurrency: 4 }, () => {
  for (const [deviations, says] of [
    [[], /^completed, verified: verified by reads$/],
    [['completed-then-failed'], /unverified: as the newest read shows it; reads have shown (?:completed|failed), too$/],
    [['shifting-artifacts'], /^completed, unverified: .*with different contents$/],
  ] as const) {
    it(`${deviations[0] ?? 'an honest agent'}`, async () => assert.match(await outcomeOf(deviations), says));
  }

  it('an end on which reads agree, and a stream does not', async () => {
    const says = await outcomeOf(['events-after-end'], { opening: 'stream' }, 'stream');
    assert.match(says, /^completed, verified: verified by reads, although the task broke stream\/after-terminal$/);
  });

  it('an end that is told at once is as the agent told it', async () => {
    const says = await outcomeOf(['flapping-end'], { settle: 'immediate' });
    assert.match(says, /unverified: as the agent told it; reads have not verified it$/);
  });
});
