import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkout, FixtureProject, runScript } from '../support/fixture-project.ts';

const script = 'check:format';

describe('the gate for format and lint', { concurrency: true }, () => {
  test('finds nothing here, having looked at something', async () => {
    const { code, output } = await runScript(checkout, script);
    assert.equal(code, 0, output);
    assert.ok(Number(/Checked (\d+) files/.exec(output)?.[1]) > 20, output);
  });

  test('names each fault', async () => {
    using project = new FixtureProject({
      'src/badly-formatted.ts': `export const   text = "double quotes"`,
      'src/BadlyNamed.ts': 'export const badlyNamed = 1;\n',
      'src/any.ts': 'export const anything: any = 1;\n',
      'src/assertion.ts': 'export const sure = (value: number | undefined): number => value!;\n',
      'src/default.ts': 'export default 1;\n',
      'src/dropped.ts': `async function work(): Promise<void> {}\n\nexport function start(): void {\n  work();\n}\n`,
      'src/misused.ts': `async function ready(): Promise<boolean> {\n  return true;\n}\n\nexport function answer(): number {\n  return ready() ? 1 : 2;\n}\n`,
      'src/rules/clock.ts': 'export const now = Date.now();\n',
      'src/rules/clock.test.ts': 'const now = Date.now();\nsetTimeout(() => now, 1);\n',
      'src/rules/timer.ts': 'setTimeout(() => {}, 1);\n',
      'src/says.ts': `console.log('left over');\n`,
      'src/unused.ts': 'const unused = 1;\nexport {};\n',
      'src/too-long.ts': Array.from({ length: 251 }, (_, n) => `export const line${n} = ${n};\n`).join(''),
      'test/skipped.test.ts': `import { test } from 'node:test';\n\ntest.skip('later', () => {});\n`,
    });
    const { code, output } = await project.run(script, ['--max-diagnostics=none']);
    assert.notEqual(code, 0, output);
    const found = [...output.matchAll(/^(\S+?)(?::\d+:\d+)? (?:lint\/\w+\/)?(\w+) (?:FIXABLE )?/gm)];
    const names = found.map(([, file, rule]) => `${file} ${rule}`).filter((name) => name.includes('/'));
    assert.deepEqual(names.sort(), [
      'src/BadlyNamed.ts useFilenamingConvention',
      'src/any.ts noExplicitAny',
      'src/assertion.ts noNonNullAssertion',
      'src/badly-formatted.ts format',
      'src/default.ts noDefaultExport',
      'src/dropped.ts noFloatingPromises',
      'src/misused.ts noMisusedPromises',
      'src/rules/clock.ts plugin',
      'src/rules/timer.ts noRestrictedGlobals',
      'src/says.ts noConsole',
      'src/too-long.ts noExcessiveLinesPerFile',
      'src/unused.ts noUnusedVariables',
      'test/skipped.test.ts noSkippedTests',
    ]);
  });
});
