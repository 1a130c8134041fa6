import assert from 'node:assert/strict';
import { it } from 'node:test';
import { playBehind } from './behind.ts';
import { wrongBehind } from './behind-page.ts';

for (const name of ['voltagent', 'google-adk'] as const) {
  it(`${name}: behind the gateway a plain caller comes to no harm but what docs/gateway-foreign.md tells of`, async () => {
    const rows = await playBehind(name);
    assert.deepEqual(
      wrongBehind(rows).filter((what) => what.startsWith(name)),
      [],
    );
  });
}
