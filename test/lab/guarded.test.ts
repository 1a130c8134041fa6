import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviations, type LabPeer } from '../../src/lab/index.ts';
import { delegated, quickly } from './delegated.ts';
import { answered, type Guarded, guarded } from './guarded.ts';
import { many } from './many.ts';
import { matrix } from './matrix.ts';
import { STRETCH } from './matrix-bounds.ts';

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

/** What is wrong with the end of one delegation to an agent with a deviation. */
async function problemsWith(name: string, { work, ends, rules }: Guarded, cell: (typeof matrix)[number], runs = 1) {
  const [dialect, binding] = cell;
  const options = { dialect, bindings: [binding], deviations: [quickly(name, STRETCH)] };
  const { outcome, peer } = await delegated(options, work).catch((error: unknown) => {
    throw new Error(`${name} in ${dialect} over ${binding}`, { cause: error });
  });
  const told = outcome.findings.map(({ rule }) => rule);
  const problems = [
    ...(ends.includes(outcome.kind) ? [] : [`ends as ${outcome.kind}, not ${ends.join(' or ')}`]),
    ...(rules.length === 0 || rules.some((rule) => told.includes(rule))
      ? []
      : [`${rules.join(' or ')} is not found, only ${told.join(', ') || 'nothing'}`]),
    ...(runsOf(peer) <= runs ? [] : ['the work was begun twice']),
  ];
  return problems.map((problem) => `${name}: ${problem}`);
}

describe('the guard against every deviation', { concurrency: 2 }, () => {
  for (const cell of matrix) {
    const [dialect, binding] = cell;
    const fitting = deviations.filter(
      ({ name, dialects, bindings }) =>
        dialects.includes(dialect) && bindings.includes(binding) && !noneHere(name, dialect, binding),
    );

    it(`concludes what is right, ${dialect} over ${binding}`, async () => {
      const jobs = fitting.flatMap(({ name }) => {
        const [once, resumed] = [guarded[name], answered[name]];
        return [
          ...(once === undefined ? [] : [() => problemsWith(name, once, cell)]),
          // An agent may begin to run again with each message.
          ...(resumed === undefined ? [] : [() => problemsWith(name, resumed, cell, 2)]),
        ];
      });
      assert.deepEqual((await many(jobs, 24)).flat(), []);
    });
  }
});
