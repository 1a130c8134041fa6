import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FixtureProject } from '../support/fixture-project.ts';

const passing = `import { test } from 'node:test'; test('holds', () => {});`;
const failing = `import { test } from 'node:test'; test('breaks', () => { throw new Error('broken on purpose'); });`;

/** Runs files as `npm test` runs ours. */
async function run(files: Record<string, string>, environment = {}) {
  using project = new FixtureProject(files);
  const { code, stdout, output } = await project.run('test:run', ['test/*.test.ts'], environment);
  return { code, output, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

describe('the test runner', { concurrency: 2 }, () => {
  test('ends with a count, and well if all tests pass', async () => {
    const { code, lastLine } = await run({ 'test/a.test.ts': passing, 'test/b.test.ts': passing });
    assert.deepEqual([code, lastLine], [0, '2 passed, 0 failed']);
  });

  test('ends badly if a test fails, and shows why', async () => {
    const { code, lastLine, output } = await run({ 'test/a.test.ts': passing, 'test/b.test.ts': failing });
    assert.deepEqual([code, lastLine], [1, '1 passed, 1 failed']);
    assert.match(output, /broken on purpose/);
  });

  test('ends badly if no test ran at all', async () => {
    const { code, lastLine } = await run({});
    assert.deepEqual([code, lastLine], [1, '0 passed, 0 failed']);
  });

  test('ends badly if a file has no tests, or leaves before they end, or does not load', async () => {
    const { code, lastLine, output } = await run({
      'test/empty.test.ts': 'export {};',
      'test/exits.test.ts': `${passing} test('leaves', () => process.exit(0)); test('never runs', () => {});`,
      'test/throws.test.ts': `throw new Error('cannot load');`,
    });
    assert.deepEqual([code, lastLine], [1, '0 passed, 3 failed']);
    assert.match(output, /no test of this file ran to its end/);
    assert.match(output, /cannot load/);
  });

  test('ends badly, instead of never, if a file leaves something open', async () => {
    const listens = `import { createServer } from 'node:net'; createServer().listen(0, '127.0.0.1');`;
    const files = { 'test/open.test.ts': `${passing} ${listens}` };
    const { code, lastLine, output } = await run(files, { TEST_FILE_LIMIT_S: '5' });
    assert.deepEqual([code, lastLine], [1, '1 passed, 1 failed']);
    assert.match(output, /Still open: .*TCPServerWrap/);
  });

  test('tries the same cases of a property again where a seed is set', async () => {
    const sees = `import fc from 'fast-check'; import { test } from 'node:test';
      test('sees', () => { const seen = []; fc.assert(fc.property(fc.nat(), (n) => void seen.push(n))); throw new Error(seen.join()); });`;
    const seen = async (seed: string) =>
      /Error: ([\d,]+)/.exec((await run({ 'test/a.test.ts': sees }, { PROBITY_SEED: seed })).output)?.[1];
    const [first, again, other] = await Promise.all([seen('7'), seen('7'), seen('8')]);
    assert.ok(first !== undefined && first.length > 100);
    assert.equal(again, first);
    assert.notEqual(other, first);
  });

  test('counts what was skipped', async () => {
    const skips = `import { test } from 'node:test'; test.skip('later', () => {});`;
    const { code, lastLine } = await run({ 'test/a.test.ts': passing, 'test/b.test.ts': skips });
    assert.deepEqual([code, lastLine], [0, '1 passed, 0 failed, 1 skipped']);
  });
});
