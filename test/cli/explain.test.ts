import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVERY_RULE } from '../../src/catalogue/catalogue.ts';
import { basisWords } from '../../src/cli/explain/basis-words.ts';
import { runHere } from './cli.ts';

describe('probity explain', { concurrency: 4 }, () => {
  test('tells what a rule asks for, by what authority, what it costs and what mends it', async () => {
    const { code, stdout } = await runHere(['explain', 'cancel/resurrected']);
    assert.equal(code, 0);
    assert.match(stdout, /^cancel\/resurrected {2}error, /);
    assert.match(stdout, /\n {2}claim {4}cancel/);
    assert.match(stdout, /\n {2}basis {4}policy \(/);
    assert.match(stdout, /\n {2}applies {2}A2A 0\.2, 0\.3, 1\.0/);
    assert.match(stdout, /What it costs the caller\n {2}\S/);
    assert.match(stdout, /What the vendor has to change\n {2}\S/);
  });

  test('every rule can be explained, in 100 columns', async () => {
    const { code, stdout } = await runHere(['explain', '--list']);
    assert.equal(code, 0);
    for (const { id } of EVERY_RULE) assert.match(stdout, new RegExp(`^ {2}${id} `, 'm'));
    for (const line of stdout.split('\n')) assert.ok(line.length <= 100, line);
    for (const { basis, perDialect = {} } of EVERY_RULE) {
      for (const each of [basis, ...Object.values(perDialect).flatMap((own) => own.basis ?? [])]) {
        assert.doesNotMatch(basisWords(each), /undefined|\.\.|\.:|: *$/);
      }
    }
  });

  test('a family is listed', async () => {
    const { stdout } = await runHere(['explain', 'cancel']);
    assert.match(stdout, /^cancel\n/);
    assert.match(stdout, /cancel\/resurrected/);
    assert.doesNotMatch(stdout, /stream\/silent/);
  });

  test('for programs: one rule, or all, as data', async () => {
    const one = JSON.parse((await runHere(['explain', 'stream/no-terminal', '--json'])).stdout);
    assert.equal(one.schemaVersion, 1);
    assert.equal(one.rule.id, 'stream/no-terminal');
    assert.ok(one.rule.why && one.rule.remedy && one.rule.basis.kind);
    const all = JSON.parse((await runHere(['explain', '--list', '--json'])).stdout);
    assert.equal(all.rules.length, EVERY_RULE.length);
  });

  test('a name that is nearly right is helped along: exit 2', async () => {
    for (const [given, meant] of [
      ['cancel/resurected', 'cancel/resurrected'],
      ['resurrected', 'cancel/resurrected'],
      ['no-termnial', 'stream/no-terminal'],
      ['strem', 'stream'],
    ] as const) {
      const { code, stderr } = await runHere(['explain', given]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`There is no rule named ${given}\\. Did you mean (.* or )?${meant}[?, ]`));
    }
    const { stderr } = await runHere(['explain', 'quite/another']);
    assert.match(stderr, /probity explain --list shows all\./);
    assert.equal((await runHere(['explain'])).code, 2);
  });
});
