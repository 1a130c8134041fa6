import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkout, FixtureProject, runScript } from '../support/fixture-project.ts';

const script = 'check:imports';

describe('the gate for import directions', { concurrency: true }, () => {
  test('finds nothing here, having looked at something', async () => {
    const { code, output } = await runScript(checkout, script);
    assert.equal(code, 0, output);
    assert.ok(Number(/\((\d+) modules/.exec(output)?.[1]) > 20, output);
  });

  test('names each import that goes the wrong way', async () => {
    using project = new FixtureProject({
      'src/index.ts': `import './cli/command.ts';`,
      'src/protocol/upward.ts': `import '../http/client.ts';`,
      'src/protocol/upward-type.ts': `import type { Client } from '../http/client.ts'; export type C = Client;`,
      'src/http/client.ts': `import 'undici'; export interface Client { a: 1 }`,
      'src/http/uses-test.ts': `import '../../test/support.ts';`,
      'src/http/dev-package.ts': `import 'fast-check';`,
      'src/http/nowhere.ts': `import './missing.ts';`,
      'src/http/one.ts': `import './two.ts';`,
      'src/http/two.ts': `import './one.ts';`,
      'src/lifecycle/clock.ts': `import 'node:timers/promises';`,
      'src/rules/sideways.ts': `import '../contract/reads-file.ts';`,
      'src/rules/client.ts': `import 'undici';`,
      'src/contract/reads-file.ts': `import 'node:fs'; import '../store/file.ts';`,
      'src/card/card.ts': `import '../protocol/leaf.ts';`,
      'src/store/file.ts': `import '../protocol/leaf.ts';`,
      'src/protocol/leaf.ts': `export const leaf = 1;`,
      'src/guard/guard.ts': `import '../gateway/gateway.ts';`,
      'src/gateway/gateway.ts': `import '../lab/peer.ts';`,
      'src/lab/peer.ts': `import '../protocol/leaf.ts';`,
      'src/lab/peer.test.ts': `import '../protocol/leaf.ts';`,
      'src/cli/command.ts': `import '../console/page.ts';`,
      'src/console/page.ts': `import '../cli/command.ts';`,
      'src/unheard-of/thing.ts': `import '../protocol/leaf.ts';`,
      'test/support.ts': 'export {};',
    });
    const { code, output } = await project.run(script);
    assert.notEqual(code, 0, output);
    const found = [...output.matchAll(/error ([\w-]+): (\S+)/g)].map(([, rule, file]) => `${rule} ${file}`);
    assert.deepEqual(
      new Set(found),
      new Set([
        'layer-entry src/index.ts',
        'layer-protocol src/protocol/upward.ts',
        'layer-protocol src/protocol/upward-type.ts',
        'layer-http src/http/uses-test.ts',
        'layer-rules src/rules/sideways.ts',
        'layer-contract src/contract/reads-file.ts',
        'layer-guard src/guard/guard.ts',
        'layer-gateway src/gateway/gateway.ts',
        'layer-lab src/lab/peer.ts',
        'layer-lab src/lab/peer.test.ts',
        'layer-console src/console/page.ts',
        'layer-unknown src/unheard-of/thing.ts',
        'no-cycle src/cli/command.ts',
        'no-cycle src/http/one.ts',
        'no-dev-package src/http/dev-package.ts',
        'pure-modules src/contract/reads-file.ts',
        'pure-modules src/lifecycle/clock.ts',
        'pure-packages src/rules/client.ts',
        'resolvable src/http/nowhere.ts',
      ]),
    );
  });

  test('lets pass what goes the right way, and what tests beside the sources need', async () => {
    using project = new FixtureProject({
      'src/protocol/leaf.ts': `import 'node:crypto'; export const leaf = 1;`,
      'src/http/client.ts': `import 'undici'; import 'node:net'; import '../protocol/leaf.ts';`,
      'src/lifecycle/monitor.ts': `import 'node:crypto'; import '../protocol/leaf.ts';`,
      'src/rules/rule.ts': `import '../lifecycle/monitor.ts';`,
      'src/rules/one-type.ts': `import type { Two } from './two-types.ts'; export type One = Two[];`,
      'src/rules/two-types.ts': `import type { One } from './one-type.ts'; export type Two = One | 2;`,
      'src/guard/guard.ts': `import '../rules/rule.ts'; import '../http/client.ts';`,
      'src/guard/guard.test.ts': `import './guard.ts'; import '../lab/peer.ts'; import 'fast-check'; import '../../test/support.ts';`,
      'src/lab/peer.ts': `import 'node:http';`,
      'src/cli/command.ts': `import '../guard/guard.ts'; import '../lab/peer.ts'; import 'commander';`,
      'src/index.ts': `import './guard/guard.ts';`,
      'test/support.ts': `import 'fast-check';`,
    });
    const { code, output } = await project.run(script);
    assert.equal(code, 0, output);
  });
});
