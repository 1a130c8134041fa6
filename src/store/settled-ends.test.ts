import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SettledEnds } from './settled-ends.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-ends-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = (): string => join(folder, `${files++}.db`);
const DAY_MS = 24 * 3_600_000;

const end = (taskId: string, at: number, body: unknown = { state: 'completed' }) => {
  return { peer: 'http://agent/', owner: 'somebody', taskId, at, body };
};

describe('ends of tasks in a file', () => {
  it('are there for the next process, the newest of a task only, and nobody else can read them', async () => {
    const file = newFile();
    {
      await using ends = await SettledEnds.open(file, 1);
      await ends.write([end('a', 1), { ...end('b', 2), peer: 'http://other/' }]);
      await ends.write([end('a', 3, { state: 'failed' }), end('c', 2)]);
      await ends.write([]);
    }
    await using ends = await SettledEnds.open(file, 4);
    assert.deepEqual(await ends.read('http://agent/'), [end('c', 2), end('a', 3, { state: 'failed' })]);
    assert.equal(statSync(file).mode & 0o077, 0);
  });

  it('are taken out after a week', async () => {
    const file = newFile();
    {
      await using ends = await SettledEnds.open(file, 1);
      await ends.write([end('old', 1), end('new', 5 * DAY_MS)]);
    }
    await using ends = await SettledEnds.open(file, 8 * DAY_MS);
    assert.deepEqual(
      (await ends.read('http://agent/')).map(({ taskId }) => taskId),
      ['new'],
    );
  });

  it('come with a key that stays the same', async () => {
    const file = newFile();
    const keys: string[] = [];
    for (let process = 0; process < 2; process++) {
      await using ends = await SettledEnds.open(file, 1);
      keys.push((await ends.secret('callers')).toString('hex'), (await ends.secret('others')).toString('hex'));
    }
    assert.equal(keys[0]?.length, 64);
    assert.deepEqual(keys.slice(0, 2), keys.slice(2));
    assert.notEqual(keys[0], keys[1]);
  });
});
