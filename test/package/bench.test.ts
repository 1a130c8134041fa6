import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkout, FixtureProject } from '../support/fixture-project.ts';

const runner = Object.fromEntries(
  ['bench/main.ts', 'bench/benchmark.ts'].map((path) => [path, readFileSync(join(checkout, path), 'utf8')]),
);
const reached = `export const name = 'quick'; export const run = () => [{ name: 'speed', value: 2, unit: 'x', target: 1, ok: true }];`;
const missed = `export const name = 'slow'; export const run = async () => [{ name: 'speed', value: 1234567, unit: '/s', target: 2e6, ok: false }];`;

describe('npm run bench', { concurrency: 2 }, () => {
  test('names the machine, runs every benchmark, and ends badly if one misses its target', async () => {
    using project = new FixtureProject({ ...runner, 'bench/a.bench.ts': reached, 'bench/b.bench.ts': missed });
    const { code, stdout } = await project.run('bench');
    assert.equal(code, 1);
    assert.match(stdout, /GiB.*Node\.js \d+/);
    assert.match(stdout, /quick\n {2}speed {2}2 x {2}✔ \(target 1\)\n/);
    assert.match(stdout, /slow\n {2}speed {2}1,234,567 \/s {2}✖ missed \(target 2,000,000\)\n/);
  });

  test('runs only what is named, and ends well if that reaches its target', async () => {
    using project = new FixtureProject({ ...runner, 'bench/a.bench.ts': reached, 'bench/b.bench.ts': missed });
    const { code, stdout } = await project.run('bench', ['quick']);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /slow/);
  });

  test('says which names there are if one is unknown', async () => {
    using project = new FixtureProject({ ...runner, 'bench/a.bench.ts': reached });
    const { code, output } = await project.run('bench', ['qiuck']);
    assert.deepEqual([code, output], [2, 'No benchmark is called qiuck. There are: quick\n']);
  });
});
