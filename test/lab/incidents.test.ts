import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deviations } from '../../src/lab/index.ts';
import { quickly } from './delegated.ts';
import { incidents } from './incidents/index.ts';
import { matrix, withPeer } from './matrix.ts';

for (const cell of matrix) {
  const [dialect, binding] = cell;
  const [latest, http] = [dialect === '1.0', binding === 'HTTP+JSON'];

  describe(`what befalls a caller who believes, ${dialect} over ${binding}`, { concurrency: 8 }, () => {
    for (const { name, title, dialects, bindings } of deviations) {
      const incident = incidents[name];
      if (incident === undefined || !dialects.includes(dialect) || !bindings.includes(binding)) continue;
      it(`${name}: ${title}`, () =>
        withPeer(cell, { deviations: [quickly(name)] }, (client, peer) =>
          incident({ client, peer, dialect, binding, latest, http }),
        ));
    }
  });
}

it('each deviation is shown by a test', () => {
  const texts = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    .join();
  const unseen = deviations
    .filter(({ kind, name }) => kind !== 'honest' && incidents[name] === undefined)
    .filter(({ name }) => !new RegExp(`it\\(['\`"][^'\`"]*\\b${name}\\b`).test(texts));
  assert.deepEqual(
    unseen.map(({ name }) => name),
    [],
  );
});
