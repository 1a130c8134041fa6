import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FixtureProject, startWithNpm, untilEnd } from '../support/fixture-project.ts';

const tellsWhatItGot = `
  process.stdout.write(JSON.stringify({
    args: process.argv.slice(2),
    folder: process.cwd(),
    input: await new Response(process.stdin).text(),
    node: process.versions.node,
  }));
  process.exitCode = 7;`;

const waitsForSignal = `
  setInterval(() => {}, 1000);
  for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 41]] as const) {
    process.on(signal, () => process.exit(code));
  }
  console.log(process.pid);`;

describe('the command line in a checkout', { concurrency: 2 }, () => {
  test('gets arguments, input and folder as they were given, and its exit code comes through', async () => {
    using project = new FixtureProject({ 'src/cli/main.ts': tellsWhatItGot });
    const folder = join(project.folder, 'deep', 'er');
    mkdirSync(folder, { recursive: true });
    const child = startWithNpm(folder, 'probity', ['-', 'two words', '--flag', '$HOME', '']);
    child.stdin.end('from a pipe');
    const { code, output } = await untilEnd(child);
    assert.equal(code, 7, output);
    const { node, ...got } = JSON.parse(output);
    assert.deepEqual(got, {
      args: ['-', 'two words', '--flag', '$HOME', ''],
      folder: realpathSync(folder),
      input: 'from a pipe',
    });
    assert.equal(node, process.versions.node, 'runs on the Node that came with the packages');
  });

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 41],
  ] as const) {
    test(`gets ${signal}, and what it makes of it comes through`, async () => {
      using project = new FixtureProject({ 'src/cli/main.ts': waitsForSignal });
      const child = startWithNpm(project.folder, 'probity', []);
      const [pid] = await once(child.stdout, 'data');
      child.kill(signal);
      const { code, output } = await untilEnd(child);
      assert.equal(code, exitCode, output);
      assert.throws(() => process.kill(Number(String(pid)), 0), { code: 'ESRCH' });
    });
  }
});
