import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { aFinding, anInterface } from '../../test/trust/sample-finding.ts';
import { openTrust } from './open-trust.ts';
import { defaultStateFile } from './state-file.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-trust-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = (): string => join(folder, `${files++}.db`);

const DAY = 86_400_000;
const at = anInterface();

async function failsWith(code: StoreErrorCode, file: string): Promise<void> {
  await assert.rejects(openTrust({ file }), (error: unknown) => {
    assert.ok(error instanceof StoreError, String(error));
    assert.equal(error.code, code, error.message);
    assert.ok(error.message.includes(file), error.message);
    assert.match(error.message, /Name another file|name another file|Move it away|Try again/);
    return true;
  });
}

describe('what is remembered', () => {
  it('is there again after the process has gone, to the day', async () => {
    const file = newFile();
    let now = Date.UTC(2026, 10, 30);
    const clock = () => now;
    const turn = { at, skill: undefined, kind: 'first', mode: 'audio/wav' } as const;
    const trust = await openTrust({ file, clock });
    trust.cache.cardSeen(at.cardUrl, 'one');
    trust.cache.broken(at, aFinding());
    trust.cache.broken(at, aFinding({ certainty: 'suspected', claim: 'task', taskId: 'a' }));
    trust.cache.kept(at, 'cancel');
    trust.cache.modeSeen(turn, false);
    trust.cache.refuse(at.cardUrl, 'order-17', 'its streams are mute');
    const rows = JSON.stringify(trust.cache.rows());
    await trust.close();

    now += 60_000;
    const again = await openTrust({ file, clock });
    assert.deepEqual(new Set(again.cache.rows()), new Set(JSON.parse(rows)));
    assert.equal(again.cache.standingOf(at, 'stream.send').state, 'suspect');
    assert.equal(again.cache.standingOf(at, 'cancel').state, 'verified');
    assert.equal(again.cache.modeOf(turn), 'rejected');
    assert.equal(again.cache.refusalOf(at.cardUrl, 'order-17')?.why, 'its streams are mute');
    again.cache.broken(at, aFinding({ certainty: 'suspected', claim: 'task', taskId: 'b' }));
    assert.equal(again.cache.standingOf(at, 'task').state, 'suspect');
    await again.close();

    now += 100 * DAY;
    const muchLater = await openTrust({ file, clock });
    assert.deepEqual(
      muchLater.cache.rows().map(({ kind }) => kind),
      ['card'],
    );
    await muchLater.close();
  });

  it('reaches the file without being asked to', async () => {
    const file = newFile();
    const trust = await openTrust({ file });
    trust.cache.broken(at, aFinding());
    const reader = new DatabaseSync(file, { readOnly: true });
    const filed = () => Number(reader.prepare('select count(*) as rows from trust').get()?.['rows']);
    for (let tries = 0; filed() === 0; tries++) {
      assert.ok(tries < 1_000, 'it was never written');
      await delay(5);
    }
    reader.close();
    await trust.close();
  });

  it('is in a file that nobody else can read, in a folder that nobody else can enter', async () => {
    const before = process.env['XDG_STATE_HOME'];
    process.env['XDG_STATE_HOME'] = join(folder, 'state');
    const file = defaultStateFile();
    const trust = await openTrust().finally(() => {
      if (before === undefined) delete process.env['XDG_STATE_HOME'];
      else process.env['XDG_STATE_HOME'] = before;
    });
    trust.cache.broken(at, aFinding());
    await trust.flush();
    assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700);
    for (const part of [file, `${file}-wal`]) assert.equal(statSync(part).mode & 0o777, 0o600, part);
    await trust.close();
  });

  it('holds no credential, wherever it was given', async () => {
    const file = newFile();
    const trust = await openTrust({ file });
    const secret = anInterface({
      cardUrl: 'https://user:s3cr3t@agent.example/card?token=s3cr3t',
      interfaceUrl: 'https://agent.example/rpc?key=s3cr3t',
    });
    trust.cache.cardSeen(secret.cardUrl, 'one', [
      { url: secret.interfaceUrl, binding: 'JSONRPC', dialect: '1.0', tenant: undefined },
    ]);
    trust.cache.broken(secret, aFinding({ because: 'it said s3cr3t' }));
    trust.cache.modeSeen({ at: secret, skill: undefined, kind: 'first', mode: 'text/plain' }, true);
    trust.cache.refuse(secret.cardUrl, 'order', 'no');
    await trust.close();
    assert.ok(!readFileSync(file).includes('s3cr3t'));
  });

  it('is in the state folder of the user unless a file is named', () => {
    assert.equal(defaultStateFile({ XDG_STATE_HOME: '/state' }), '/state/probity/probity.db');
    assert.match(defaultStateFile({ XDG_STATE_HOME: 'relative' }), /^\/.*\/\.local\/state\/probity\/probity\.db$/);
    assert.match(defaultStateFile({}), /^\/.*\/\.local\/state\/probity\/probity\.db$/);
  });
});

describe('a file that is no store', () => {
  it('is left as it is: text, another database, a folder', async () => {
    const text = newFile();
    writeFileSync(text, 'dear diary, '.repeat(200));
    const before = readFileSync(text);
    await failsWith('not-a-store', text);
    assert.deepEqual(readFileSync(text), before);

    const other = newFile();
    const database = new DatabaseSync(other);
    database.exec('create table customers (name text)');
    database.close();
    const bytes = readFileSync(other);
    await failsWith('not-a-store', other);
    assert.deepEqual(readFileSync(other), bytes);

    await failsWith('unusable', folder);
  });

  it('is not made in a folder that is not there, which may be a slip', async () => {
    const nowhere = join(folder, 'no', 'such', 'trust.db');
    await failsWith('unusable', nowhere);
    assert.ok(!existsSync(join(folder, 'no')));
  });

  it('is refused if a newer version wrote it', async () => {
    const file = newFile();
    await (await openTrust({ file })).close();
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 999');
    database.close();
    const before = readFileSync(file);
    await failsWith('newer', file);
    assert.deepEqual(readFileSync(file), before);
  });

  it('is refused if it is damaged', async () => {
    const file = newFile();
    const trust = await openTrust({ file });
    for (let index = 0; index < 300; index++) trust.cache.refuse(at.cardUrl, `order-${index}`, 'x'.repeat(100));
    await trust.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 8_192, bytes.length - 4_096);
    writeFileSync(file, bytes);
    await failsWith('damaged', file);
    assert.deepEqual(readFileSync(file), bytes);

    const cut = newFile();
    await (await openTrust({ file: cut })).close();
    const database = new DatabaseSync(cut);
    database.exec(`insert into trust values ('["card","x"]', 'card', 'x', '{"kind":', 1)`);
    database.close();
    await failsWith('damaged', cut);
  });
});
