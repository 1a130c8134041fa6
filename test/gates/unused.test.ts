import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkout, FixtureProject, runScript } from '../support/fixture-project.ts';

const script = 'check:unused';

describe('the gate for what nobody uses', { concurrency: true }, () => {
  test('finds nothing here', async () => {
    const { code, output } = await runScript(checkout, script);
    assert.equal(code, 0, output);
  });

  test('names files, exports and packages that nobody uses, and packages that are not ours', async () => {
    using project = new FixtureProject({
      'src/index.ts': `export { used } from './http/used.ts';\nimport 'undici';\nimport 'not-in-package-json';\n`,
      'src/http/used.ts': `export const used = 1;\nexport const forgotten = 2;\n`,
      'src/http/orphan.ts': `export const lonely = 1;\n`,
      'src/http/tested.ts': `export const tested = 1;\n`,
      'src/http/tested.test.ts': `import './tested.ts';\n`,
    });
    const { code, output } = await project.run(script, ['--reporter=compact']);
    assert.notEqual(code, 0, output);
    const [, files, dependencies, , unlisted, exports] = output.split(/^Un.* \(\d+\)\n/m);
    assert.equal(files, 'src/http/orphan.ts: src/http/orphan.ts\n');
    assert.match(dependencies ?? '', /\bcommander\b/);
    assert.doesNotMatch(dependencies ?? '', /\bundici\b/);
    assert.equal(unlisted, 'src/index.ts: not-in-package-json\n');
    assert.match(exports ?? '', /^src\/http\/used\.ts: forgotten$/m);
  });
});
