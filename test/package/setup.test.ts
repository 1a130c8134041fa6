import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { checkout, type Ended, untilEnd } from '../support/fixture-project.ts';

/** Stands in for npm, which takes half a minute: "installs" the Node that runs us, and reports as npm does. */
const npmDouble = `#!/bin/sh
echo "$*" >> "$NPM_CALLS"
echo "added 2 packages"
[ -z "$NPM_HANGS" ] || { echo pid=$$; exec sleep 60; }
[ -z "$NPM_FAILS" ] || { echo "npm error code ENOTFOUND" >&2; exit 1; }
mkdir -p node_modules/.bin
ln -s "$REAL_NODE" node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json
`;

class Checkout implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'probity-setup-'));
  readonly calls = join(this.folder, 'calls');

  constructor() {
    for (const name of ['bin', 'scripts']) mkdirSync(join(this.folder, name));
    cpSync(join(checkout, 'scripts/setup.mjs'), join(this.folder, 'scripts/setup.mjs'));
    writeFileSync(join(this.folder, 'bin/npm'), npmDouble);
    chmodSync(join(this.folder, 'bin/npm'), 0o755);
    writeFileSync(join(this.folder, 'package.json'), '{}');
    writeFileSync(join(this.folder, '.npmrc'), '');
    this.lock('1.0.0');
  }

  lock(version: string): void {
    const packages = {
      '': { version: '0.0.1' },
      'node_modules/needed': { version, integrity: `sha512-${version}` },
      'node_modules/for-another-platform': { version: '1.0.0', optional: true },
    };
    writeFileSync(join(this.folder, 'package-lock.json'), JSON.stringify({ packages }));
  }

  start(environment: Record<string, string> = {}) {
    const inherited = { ...process.env, PATH: `${join(this.folder, 'bin')}:${process.env['PATH']}` };
    const own = { REAL_NODE: process.execPath, NPM_CALLS: this.calls };
    const script = join(this.folder, 'scripts/setup.mjs');
    return spawn(process.execPath, [script], { env: { ...inherited, ...own, ...environment } });
  }

  async setUp(environment: Record<string, string> = {}): Promise<Ended> {
    return await untilEnd(this.start(environment));
  }

  installs(): number {
    return existsSync(this.calls) ? readFileSync(this.calls, 'utf8').trim().split('\n').length : 0;
  }

  /** What is left of unfinished work. */
  leftovers(): string[] {
    return existsSync(join(this.folder, '.setup')) ? readdirSync(join(this.folder, '.setup')) : [];
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function pidOfNpm(output: Readable): Promise<number> {
  for await (const chunk of output) {
    const pid = /pid=(\d+)/.exec(String(chunk))?.[1];
    if (pid !== undefined) return Number(pid);
  }
  throw new Error('npm was not started');
}

describe('setting up a checkout', { concurrency: 2 }, () => {
  test('installs once, and writes nothing to stdout', async () => {
    using clone = new Checkout();
    const first = await clone.setUp();
    assert.equal(first.code, 0, first.output);
    assert.equal(first.stdout, '');
    const second = await clone.setUp();
    assert.deepEqual(second, { code: 0, output: '', stdout: '' });
    assert.equal(clone.installs(), 1);
    assert.deepEqual(clone.leftovers(), []);
  });

  test('installs again if packages are gone, or others are asked for', async () => {
    using clone = new Checkout();
    await clone.setUp();
    rmSync(join(clone.folder, 'node_modules'), { recursive: true });
    await clone.setUp();
    assert.equal(clone.installs(), 2);
    clone.lock('2.0.0');
    await clone.setUp();
    assert.equal(clone.installs(), 3);
    await clone.setUp();
    assert.equal(clone.installs(), 3);
  });

  test('lets first runs at the same time all succeed', async () => {
    using clone = new Checkout();
    const runs = await Promise.all([clone.setUp(), clone.setUp(), clone.setUp()]);
    for (const { code, output } of runs) assert.equal(code, 0, output);
    assert.ok(existsSync(join(clone.folder, 'node_modules/.bin/node')));
    assert.deepEqual(clone.leftovers(), []);
  });

  test('is not blocked by a run that was killed, and clears up after it', async () => {
    using clone = new Checkout();
    const killed = clone.start({ NPM_HANGS: '1' });
    const npm = await pidOfNpm(killed.stderr);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    assert.equal(clone.leftovers().length, 1);
    process.kill(npm);
    const { code, output } = await clone.setUp();
    assert.equal(code, 0, output);
    assert.deepEqual(clone.leftovers(), []);
  });

  test('keeps what there was if it cannot install, says why, and ends with 2', async () => {
    using clone = new Checkout();
    await clone.setUp();
    clone.lock('2.0.0');
    const { code, output, stdout } = await clone.setUp({ NPM_FAILS: '1' });
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(output, /ENOTFOUND/);
    assert.match(output, /set-up failed: "npm ci" ended with 1.*registry/);
    assert.ok(existsSync(join(clone.folder, 'node_modules/.bin/node')));
    assert.deepEqual(clone.leftovers(), []);
  });

  test('says so if npm brings no Node that runs here', async () => {
    using clone = new Checkout();
    const { code, output } = await clone.setUp({ REAL_NODE: '/nowhere/node' });
    assert.equal(code, 2);
    assert.match(output, /brought no Node 24 that runs here/);
    assert.ok(!existsSync(join(clone.folder, 'node_modules')));
  });
});
