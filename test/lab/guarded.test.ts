import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviations, type LabPeer } from '../../src/lab/index.ts';
import { delegated, quickly } from './delegated.ts';
import { guarded } from './guarded.ts';
import { many } from './many.ts';
import { matrix } from './matrix.ts';

/*
 * Every deviation that can touch a delegation, in every dialect and binding it makes sense in, against the guard: the
 * end is right, the lie is named, and no message was sent twice.
 */

/** Where a deviation is none: over HTTP+JSON, agents of 0.3 do name states as 1.0 does. */
const noneHere = (name: string, dialect: string, binding: string) =>
  name === 'speaks-another-dialect' && dialect === '0.3' && binding === 'HTTP+JSON';

function runsOf({ ledger }: LabPeer): number {
  return ledger.entries.filter(({ kind, state }) => kind === 'run' && state === 'working').length;
}

describe('the guard against every deviation', { concurrency: 2 }, () => {
  for (const [dialect, binding] of matrix) {
    const fitting = deviations.filter(
      ({ name, dialects, bindings }) => name in guarded && dialects.includes(dialect) && bindings.includes(binding),
    );

    it(`concludes what is right, ${dialect} over ${binding}`, async () => {
      const wrong = await many(
        fitting.map(({ name }) => async () => {
          const expected = guarded[name];
          if (expected === undefined || noneHere(name, dialect, binding)) return [];
          const options = { dialect, bindings: [binding], deviations: [quickly(name)] };
          const { outcome, peer } = await delegated(options, expected.work).catch((error: unknown) => {
            throw new Error(`${name} in ${dialect} over ${binding}`, { cause: error });
          });
          const told = outcome.findings.map(({ rule }) => rule);
          const { ends, rules } = expected;
          const problems = [
            ...(ends.includes(outcome.kind) ? [] : [`ends as ${outcome.kind}, not ${ends.join(' or ')}`]),
            ...(rules.length === 0 || rules.some((rule) => told.includes(rule))
              ? []
              : [`${rules.join(' or ')} is not found, only ${told.join(', ') || 'nothing'}`]),
            ...(runsOf(peer) <= 1 ? [] : ['the work was begun twice']),
          ];
          return problems.map((problem) => `${name}: ${problem}`);
        }),
        24,
      );
      assert.deepEqual(wrong.flat(), []);
    });
  }
});
