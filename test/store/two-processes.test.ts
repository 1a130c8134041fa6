import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openTrust } from '../../src/store/open-trust.ts';
import type { LastingTrust } from '../../src/trust/lasting-trust.ts';
import { aFinding, anInterface } from '../trust/sample-finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-processes-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const writer = fileURLToPath(new URL('trust-writer.ts', import.meta.url));

async function write(file: string, name: string, rounds: number): Promise<void> {
  const child = spawn(process.execPath, [writer, file, name, String(rounds)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
}

function relapsesIn({ cache }: LastingTrust): number {
  const standing = cache.standingOf(at, 'stream.send');
  return standing.state === 'suspect' ? standing.relapses : -1;
}

const DAY = 86_400_000;
const at = anInterface();

describe('one trust file', () => {
  it('takes what three processes write at once, from its first moment on, and loses nothing', async () => {
    const file = join(folder, 'new.db');
    const [names, rounds] = [['one', 'two', 'three'], 40];
    await Promise.all(names.map((name) => write(file, name, rounds)));
    await using trust = await openTrust({ file });
    for (const name of names) {
      for (let round = 0; round < rounds; round++) {
        assert.ok(trust.cache.refusalOf(at.cardUrl, `${name}-${round}`), `${name}-${round} is lost`);
        const there = anInterface({ interfaceUrl: `https://agent.example/${name}-${round}` });
        assert.equal(trust.cache.standingOf(there, 'stream.send').state, 'suspect');
      }
    }
    const standing = trust.cache.standingOf(at, 'task');
    assert.ok(standing.state === 'verified' && standing.times === names.length * rounds, JSON.stringify(standing));
  });

  it('shows each process what another has demoted, before it is asked and when it is', async () => {
    const file = join(folder, 'shared.db');
    await using mine = await openTrust({ file, refreshMs: 20 });
    mine.cache.kept(at, 'stream.send');
    await mine.flush();
    const demoted = anInterface({ interfaceUrl: 'https://agent.example/other-0' });
    assert.equal(mine.cache.standingOf(demoted, 'stream.send').state, 'unverified');
    await write(file, 'other', 1);
    await mine.refresh();
    assert.equal(mine.cache.standingOf(demoted, 'stream.send').state, 'suspect');
    await write(file, 'another', 1);
    const later = anInterface({ interfaceUrl: 'https://agent.example/another-0' });
    while (mine.cache.standingOf(later, 'stream.send').state !== 'suspect')
      await new Promise((go) => setTimeout(go, 5));
  });

  it('counts the relapses that two processes saw, though neither has heard of those of the other', async () => {
    const file = join(folder, 'relapses.db');
    let now = Date.UTC(2026, 10, 30);
    const options = { file, clock: () => now, refreshMs: 3_600_000 };
    const [one, two] = [await openTrust(options), await openTrust(options)];
    const heard: number[] = [];
    for (const trust of [one, two, two, one, two]) {
      trust.cache.broken(at, aFinding());
      heard.push(relapsesIn(trust));
      await trust.flush();
      now += 2 * DAY;
    }
    assert.deepEqual(heard, [0, 0, 2, 1, 3]);
    assert.equal(relapsesIn(two), 4);
    await one.refresh();
    assert.equal(relapsesIn(one), 4);
    await Promise.all([one.close(), two.close()]);
  });

  it('is forgotten by all when one resets it, and what was seen before does not come back', async () => {
    const file = join(folder, 'reset.db');
    let now = Date.UTC(2026, 10, 30);
    const options = { file, clock: () => now, refreshMs: 3_600_000 };
    const [one, two] = [await openTrust(options), await openTrust(options)];
    one.cache.broken(at, aFinding());
    one.cache.kept(at, 'task');
    await one.flush();
    await two.refresh();
    // Seen before the reset, and written after it.
    now += 1_000;
    const late = two.flush();
    two.cache.broken(at, aFinding({ claim: 'cancel', rule: 'cancel/ignored' }));
    await late;
    now += 1_000;
    one.cache.reset({ cardUrl: at.cardUrl });
    await one.flush();
    await two.flush();
    await one.refresh();
    for (const { cache } of [one, two]) {
      for (const claim of ['stream.send', 'task', 'cancel'] as const) {
        assert.equal(cache.standingOf(at, claim).state, 'unverified', claim);
      }
    }
    now += 1_000;
    two.cache.broken(at, aFinding());
    await two.flush();
    await one.refresh();
    assert.equal(one.cache.standingOf(at, 'stream.send').state, 'suspect');
    await Promise.all([one.close(), two.close()]);
  });
});
