import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkout, FixtureProject, runScript } from '../support/fixture-project.ts';

const script = 'check:types';

describe('the gate for types', () => {
  test('finds nothing here', async () => {
    const { code, output } = await runScript(checkout, script);
    assert.equal(code, 0, output);
  });

  test('names what the strict settings forbid, and each promise that is dropped', async () => {
    using project = new FixtureProject({
      'src/unchecked-index.ts': `export const first: number = [1][0];`,
      'src/optional.ts': `export const given: { a?: number } = { a: undefined };`,
      'src/index-signature.ts': `export const read = (record: Record<string, string>) => record.name;`,
      'src/implicit-any.ts': `export const echo = (value) => value;`,
      'src/enum.ts': `export enum Colour { Red }`,
      'src/value-import.ts': `import { Shape } from './shape.ts'; export const shape: Shape = 1;`,
      'src/shape.ts': `export type Shape = number;`,
      'src/extension.ts': `export * from './shape';`,
      'src/returns.ts': `export function sign(n: number) { if (n > 0) return 1; }`,
      'test/dropped.test.ts': `
        import assert from 'node:assert/strict';
        import { test } from 'node:test';
        import { setTimeout as sleep } from 'node:timers/promises';
        test('drops two', () => {
          assert.rejects(sleep(1));
          void sleep(1);
          sleep(1).catch(() => {});
          sleep(1).then(() => {});
        });`,
    });
    const { code, output } = await project.run(script);
    assert.notEqual(code, 0, output);
    const found = [...output.matchAll(/^(\S+)\(\d+,\d+\): error ([\w-]+)/gm)].map(
      ([, file, rule]) => `${file} ${rule}`,
    );
    assert.deepEqual(found.sort(), [
      'src/enum.ts TS1294',
      'src/extension.ts TS2835',
      'src/implicit-any.ts TS7006',
      'src/index-signature.ts TS4111',
      'src/optional.ts TS2375',
      'src/returns.ts TS7030',
      'src/unchecked-index.ts TS2322',
      'src/value-import.ts TS1484',
      'test/dropped.test.ts dropped-promise',
      'test/dropped.test.ts dropped-promise',
    ]);
  });
});
