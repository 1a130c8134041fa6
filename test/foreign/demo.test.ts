import assert from 'node:assert/strict';
import { it } from 'node:test';
import { play } from './play.ts';
import { wrongIn } from './results.ts';

for (const name of ['voltagent', 'google-adk'] as const) {
  it(`${name}: a plain caller comes to harm, a guarded one to the right outcome, as docs/foreign.md has it`, async () => {
    const rows = await play(name);
    assert.deepEqual(
      wrongIn(rows).filter((what) => what.startsWith(name)),
      [],
    );
  });
}
