import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deviations } from '../../src/lab/index.ts';
import { quickly } from './delegated.ts';
import { awkward } from './incidents/awkward.ts';
import { callers } from './incidents/callers.ts';
import { cards } from './incidents/cards.ts';
import { errors } from './incidents/errors.ts';
import { lists } from './incidents/lists.ts';
import { push } from './incidents/push.ts';
import type { Incidents } from './incidents/stage.ts';
import { streams } from './incidents/streams.ts';
import { tasks } from './incidents/tasks.ts';
import { turns } from './incidents/turns.ts';
import { matrix, withPeer } from './matrix.ts';

const incidents: Incidents = {
  ...streams,
  ...tasks,
  ...turns,
  ...push,
  ...errors,
  ...lists,
  ...callers,
  ...cards,
  ...awkward,
};

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
