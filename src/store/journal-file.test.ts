import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { anEntry } from '../../test/store/an-entry.ts';
import { openJournal } from './journal-file.ts';
import { openTrust } from './open-trust.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-journal-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = (): string => join(folder, `journal-${files++}.db`);

/** The number of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['--version']).pid;

/** Makes all that was begun in a file belong to a process that has ended. */
function killOwners(file: string): void {
  const database = new DatabaseSync(file, { timeout: 1_000 });
  database.prepare('update owner set pid = ?').run(endedPid);
  database.close();
}

describe('a journal', () => {
  it('gives back what was begun and changed, and not what is over', async () => {
    const file = newFile();
    const first = await openJournal({ file });
    await Promise.all([
      first.begin(anEntry('a')),
      first.begin(anEntry('b', { begunAt: 1 })),
      first.begin(anEntry('c')),
    ]);
    const delivered = { report: 'abc', draft: null };
    await Promise.all([
      first.update('a', { taskId: 'task-a', contextId: 'context-a' }),
      first.update('a', { delivered }),
      first.end('c'),
    ]);
    assert.deepEqual(await first.takeOver(), [], 'they are its own');
    killOwners(file);
    await using second = await openJournal({ file });
    const taken = await second.takeOver();
    assert.deepEqual(
      taken.map(({ id }) => id),
      ['b', 'a'],
    );
    assert.deepEqual(
      taken[1],
      JSON.parse(JSON.stringify(anEntry('a', { taskId: 'task-a', contextId: 'context-a', delivered }))),
    );
    await second.end('a');
    await second.end('b');
    await first.close();
  });

  it('keeps what a process left that ended in order, for the next one', async () => {
    const file = newFile();
    const first = await openJournal({ file });
    await first.begin(anEntry('a'));
    await first.update('a', { taskId: 'task-a' });
    await first.close();
    await using second = await openJournal({ file });
    const [entry] = await second.takeOver();
    assert.equal(entry?.taskId, 'task-a');
  });

  it('goes on with what it took over, also when it was changed and left again', async () => {
    const file = newFile();
    const first = await openJournal({ file });
    await first.begin(anEntry('a'));
    await first.update('a', { taskId: 'task-a' });
    await first.close();
    const second = await openJournal({ file });
    await second.takeOver();
    await second.update('a', { fence: { because: 'cancel', at: 5 } });
    await second.close();
    await using third = await openJournal({ file });
    const [entry] = await third.takeOver();
    assert.deepEqual([entry?.taskId, entry?.fence], ['task-a', { because: 'cancel', at: 5 }]);
  });

  it('knows that something is undefined by now, and was not at the beginning', async () => {
    const file = newFile();
    const first = await openJournal({ file });
    await first.begin(anEntry('a'));
    await first.update('a', { taskId: 'task-a', message: undefined, deadlineAt: undefined });
    await first.close();
    await using second = await openJournal({ file });
    const [entry] = await second.takeOver();
    assert.deepEqual([entry?.taskId, entry?.message, entry?.deadlineAt], ['task-a', undefined, undefined]);
  });

  it('gives each delegation to one taker only, and none that somebody looks after', async () => {
    const file = newFile();
    const [gone, alive] = [await openJournal({ file }), await openJournal({ file })];
    for (let index = 0; index < 20; index++) await gone.begin(anEntry(`gone-${index}`));
    await alive.begin(anEntry('alive'));
    await gone.close();
    const takers = await Promise.all([openJournal({ file }), openJournal({ file }), openJournal({ file })]);
    const taken = (await Promise.all(takers.map((taker) => taker.takeOver()))).flat();
    assert.equal(taken.length, 20);
    assert.equal(new Set(taken.map(({ id }) => id)).size, 20);
    await Promise.all([alive, ...takers].map((journal) => journal.close()));
  });

  it('takes over from a process that has been silent for a minute, whoever has its number now', async () => {
    const file = newFile();
    let now = 1_000_000;
    const clock = () => now;
    const silent = await openJournal({ file, clock });
    await silent.begin(anEntry('a'));
    await using taker = await openJournal({ file, clock });
    now += 60_000;
    assert.equal((await taker.takeOver()).length, 0);
    now += 1;
    assert.equal((await taker.takeOver()).length, 1);
    await silent.close();
  });

  it('may be the file that trust is kept in', async () => {
    const file = newFile();
    await using trust = await openTrust({ file });
    await using journal = await openJournal({ file });
    await journal.begin(anEntry('a'));
    trust.cache.refuse('https://agent.example/card', 'order', 'no');
    await Promise.all([trust.flush(), journal.update('a', { taskId: 'task-a' })]);
    await journal.end('a');
  });

  it('saves a thousand at once in little time and few writes', async () => {
    await using journal = await openJournal({ file: newFile() });
    const ids = Array.from({ length: 1_000 }, (_, index) => `delegation-${index}`);
    await Promise.all(ids.map((id) => journal.begin(anEntry(id))));
    await Promise.all(ids.map((id) => journal.update(id, { taskId: `task of ${id}` })));
    await Promise.all(ids.map((id) => journal.end(id)));
    assert.deepEqual(await journal.takeOver(), []);
  });
});
