import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import type { Part } from '../../src/protocol/model.ts';
import type { Dialect } from '../../src/protocol/operation.ts';
import { SHORT } from '../guard/short-bounds.ts';
import { quietSdks } from './quiet.ts';
import { CELLS, type RealAgent, startRealAgent } from './sdk-agent.ts';
import type { AgentSetup } from './work.ts';

/**
 * What the servers of each SDK always do, all of it below an error. Up to 0.3 over JSON-RPC they send all of the history
 * where none is asked for, and 0.2 says of a cancel only that it works on it. 1.0 names states by the numbers of an enum.
 */
const KNOWN: Readonly<Record<Dialect, readonly string[]>> = {
  '0.2': ['history/zero-ignored', 'cancel/not-terminal'],
  '0.3': ['history/zero-ignored'],
  '1.0': ['error/opaque-message'],
};

quietSdks();
const agents: RealAgent[] = [];
after(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
});

for (const [dialect, binding] of CELLS) {
  describe(`a real agent on the SDK of ${dialect} over ${binding}`, { concurrency: true }, () => {
    async function run(
      work: string | readonly Part[],
      setup: Partial<AgentSetup> = {},
      { cancelAt, ...options }: DelegateOptions & { readonly cancelAt?: 'artifact' } = {},
    ): Promise<Outcome> {
      const agent = await startRealAgent(dialect, binding, setup);
      agents.push(agent);
      const running = delegate(agent.url, work, {
        bounds: SHORT,
        timeoutMs: 60_000,
        ...options,
        onEvent: ({ kind }) => {
          if (kind === cancelAt) running.cancel();
        },
      });
      const outcome = await running.outcome;
      assert.deepEqual(complaints(outcome), []);
      return outcome;
    }

    const complaints = ({ findings }: Outcome): readonly string[] =>
      findings.filter(({ rule }) => !KNOWN[dialect].includes(rule)).map(({ rule, because }) => `${rule}: ${because}`);

    it('completes, and the whole result arrives once', async () => {
      const outcome = await run('hello');
      assert.equal(outcome.kind, 'completed');
      assert.equal(outcome.ok, true);
      assert.equal(textOf(outcome), 'chunk 0 chunk 1 chunk 2 ');
    });

    it('completes a longer work', async () => {
      const outcome = await run('slow 12');
      assert.equal(outcome.kind, 'completed');
      assert.match(textOf(outcome), /^tick 0 tick 1 .*tick 11 $/);
    });

    it('completes without a stream where its card denies streaming', async () => {
      const outcome = await run('slow 6', { streaming: false });
      assert.equal(outcome.kind, 'completed');
      assert.match(textOf(outcome), /^tick 0 .*tick 5 $/);
    });

    it('gives data back as data', async () => {
      const outcome = await run([{ data: { order: [1, { two: 'x' }] } }]);
      assert.equal(outcome.kind, 'completed');
      const parts = 'task' in outcome ? outcome.task?.artifacts?.flatMap((artifact) => artifact.parts) : [];
      assert.deepEqual(
        parts?.map(({ data }) => data),
        [{ order: [1, { two: 'x' }] }],
      );
    });

    it('answers with a message', async () => {
      const outcome = await run('message please');
      assert.equal(outcome.kind === 'answered' && outcome.message.parts[0]?.text, 'a plain message');
    });

    for (const [text, kind] of [
      ['fail please', 'failed'],
      ['reject please', 'rejected'],
    ] as const) {
      it(`is found to have ${kind}, by its own reads`, async () => {
        const outcome = await run(text);
        assert.equal(outcome.kind, kind);
        assert.equal('confirmed' in outcome && outcome.confirmed, true);
      });
    }

    for (const [text, kind] of [
      ['clarify please', 'input-required'],
      ['auth please', 'auth-required'],
    ] as const) {
      it(`hands control back at ${kind}`, async () => {
        assert.equal((await run(text)).kind, kind);
      });
    }

    for (const cancelStyle of ['flag', 'publish'] as const) {
      it(`is canceled where its executor ${cancelStyle === 'flag' ? 'looks at a flag' : 'says so at once'}`, async () => {
        const outcome = await run('slow 500', { cancelStyle }, { cancelAt: 'artifact' });
        assert.equal(outcome.kind, 'canceled');
        assert.equal('confirmed' in outcome && outcome.confirmed, true);
        assert.equal(outcome.stopped, 'cancel');
      });
    }

    it('is canceled without a stream too', async () => {
      const outcome = await run('slow 500', { streaming: false }, { cancelAt: 'artifact' });
      assert.equal(outcome.kind, 'canceled');
    });
  });
}

function textOf(outcome: Outcome): string {
  const artifacts = 'task' in outcome ? (outcome.task?.artifacts ?? []) : [];
  return artifacts.flatMap(({ parts }) => parts.map(({ text }) => text ?? '')).join('');
}
