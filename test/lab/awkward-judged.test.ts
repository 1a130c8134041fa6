import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../src/judge/judge.ts';
import { deviations, startLab } from '../../src/lab/index.ts';
import { probe } from '../evidence/prober.ts';
import { SHORT_LIMITS, SHORT_SILENCES, STEP_MS } from '../evidence/short-limits.ts';
import { delegated, errorsOf, quickly, type Work } from './delegated.ts';
import { many } from './many.ts';
import { matrix } from './matrix.ts';
import { STRETCH } from './matrix-bounds.ts';

/*
 * Agents that are hard to bear and break no rule: whoever calls them wrong is wrong. They may be warned of, and their
 * end may be left unconfirmed, where the text allows what they do.
 */

const awkward = deviations.filter(({ kind }) => kind !== 'deviation');
const works: readonly Work[] = [{ text: 'slow 8' }, { text: 'slow 12', cancelAfterMs: 60 }, { text: 'clarify' }];

/** Other ends than `completed`, `canceled` and `input-required` that are right for the works above. */
const otherEnds: Readonly<Record<string, readonly string[]>> = {
  'answer-lost': ['outcome-unknown', 'completed', 'canceled', 'input-required'],
  'always-blocks': ['completed'],
  'cancel-refused': ['completed-before-cancel', 'orphaned'],
  'cancel-too-late': ['completed-before-cancel'],
  'goes-on-by-itself': ['completed'],
  'messages-only': ['answered'],
};

describe('conforming but awkward agents', { concurrency: 2 }, () => {
  it('are at least fifteen', () => {
    assert.ok(awkward.length > 15);
  });

  for (const cell of matrix) {
    const [dialect, binding] = cell;
    const fitting = awkward.filter((each) => each.dialects.includes(dialect) && each.bindings.includes(binding));

    it(`are called wrong by no guard, ${dialect} over ${binding}`, async () => {
      const jobs = fitting.flatMap(({ name }) => works.map((work) => ({ name, work })));
      const told = await many(
        jobs.map(({ name, work }) => async () => {
          const options = { dialect, bindings: [binding], deviations: [quickly(name, STRETCH)] };
          const { outcome } = await delegated(options, work);
          const usual =
            work.cancelAfterMs === undefined
              ? ['completed', 'input-required']
              : ['canceled', 'completed-before-cancel'];
          const expected = [...usual, ...(otherEnds[name] ?? [])];
          const wrong = expected.includes(outcome.kind) ? [] : [`ends as ${outcome.kind}`];
          return [...wrong, ...errorsOf(outcome)].map((what) => `${name}, ${work.text}: ${what}`);
        }),
        24,
      );
      assert.deepEqual(told.flat(), []);
    });
  }

  it('with callers and tenants of their own are called wrong by no guard', async () => {
    const headers = { authorization: 'Bearer secret-1' };
    const tokens = { alice: 'secret-1', bob: 'secret-2' };
    const jobs = matrix.flatMap(([dialect, binding]) =>
      works.map((work) => async () => {
        const tenants = dialect === '1.0' ? ['acme'] : [];
        const { outcome } = await delegated({ dialect, bindings: [binding], tokens, tenants }, { ...work, headers });
        const wrong = outcome.kind === 'refused' ? ['was refused'] : errorsOf(outcome);
        return wrong.map((what) => `${dialect} over ${binding}, ${work.text}: ${what}`);
      }),
    );
    assert.deepEqual((await many(jobs, 24)).flat(), []);
  });

  it('are called wrong by nobody who watches all that they can do', async () => {
    const fitting = awkward.filter((each) => each.dialects.includes('1.0') && each.bindings.includes('JSONRPC'));
    const told = await many(
      fitting.map(({ name }) => async () => {
        const peer = await startLab({ bindings: ['JSONRPC'], stepMs: STEP_MS, deviations: [quickly(name)] });
        const recording = await probe(peer.cardUrl).finally(() => peer.close());
        const found = judge(recording, { monitor: { limits: SHORT_LIMITS }, silences: SHORT_SILENCES });
        const errors = found.filter(({ finding }) => finding.severity === 'error');
        return errors.map(({ finding }) => `${name}: ${finding.rule}, ${finding.because}`);
      }),
      8,
    );
    assert.deepEqual(told.flat(), []);
  });
});
