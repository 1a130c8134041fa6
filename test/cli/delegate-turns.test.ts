import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type DeviationChoice, type LabPeer, startLab } from '../../src/lab/index.ts';
import { run, runHere } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-cli-'));
const peers: LabPeer[] = [];
after(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function lab(...deviations: DeviationChoice[]): Promise<string> {
  const peer = await startLab({ deviations, bindings: ['JSONRPC'], stepMs: 20 });
  peers.push(peer);
  return peer.url;
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const outcomeOf = (stdout: string) => JSON.parse(stdout).outcome as { kind: string; taskId: string };

describe('probity delegate, with a task that asks', () => {
  it('answers with what the command line holds', async () => {
    const { code, stdout } = await runHere([
      'delegate',
      await lab(),
      '--no-trust',
      '--json',
      '--text',
      'clarify',
      '--answer',
      'tomorrow',
    ]);
    assert.equal(outcomeOf(stdout).kind, 'completed');
    assert.equal(code, 0);
  });

  it('takes it up again by its id, to answer it or to cancel it', async () => {
    const url = await lab();
    const asked = outcomeOf((await runHere(['delegate', url, '--no-trust', '--json', '--text', 'clarify'])).stdout);
    assert.equal(asked.kind, 'input-required');
    const follow = ['delegate', url, '--no-trust', '--json', '--follow', asked.taskId];
    assert.equal(outcomeOf((await runHere([...follow, '--answer', 'tomorrow'])).stdout).kind, 'completed');
    const other = outcomeOf((await runHere(['delegate', url, '--no-trust', '--json', '--text', 'clarify'])).stdout);
    const { stdout } = await runHere([
      ...follow.slice(0, -1),
      other.taskId,
      '--answer',
      'slow 100',
      '--cancel-after',
      '0s',
    ]);
    assert.ok(['canceled', 'completed-before-cancel'].includes(outcomeOf(stdout).kind), stdout);
  });

  it('sends nothing with --follow, and says so where it is told to', async () => {
    const { code, stderr } = await runHere(['delegate', await lab(), '--follow', 't1', '--text', 'hello']);
    assert.equal(code, 2);
    assert.match(stderr, /--follow nothing is sent/);
  });
});

describe('probity delegate, by what this kind of task needs', () => {
  it('refuses an agent that cannot do it, before anything is sent', async () => {
    const task = file('audio.yaml', 'output: [audio/pcm]\n');
    const { code, stderr } = await runHere(['delegate', await lab(), '--no-trust', '--text', 'hello', '--task', task]);
    assert.equal(code, 1);
    assert.match(stderr, /contract\/no-common-output-mode.*Nothing was sent/);
  });

  it('names the place of a mistake in a file', async () => {
    const task = file('bad.yaml', 'needs: [streeming]\n');
    const { code, stderr } = await runHere(['delegate', await lab(), '--no-trust', '--text', 'hello', '--task', task]);
    assert.equal(code, 2);
    assert.match(stderr, /bad\.yaml.*streaming/);
  });

  it('calls a completed task unusable that lacks what was asked for', async () => {
    const task = file('many.yaml', 'result: { artifacts: 3 }\n');
    const { code, stdout } = await runHere([
      'delegate',
      await lab(),
      '--no-trust',
      '--json',
      '--text',
      'hello',
      '--task',
      task,
    ]);
    assert.equal(outcomeOf(stdout).kind, 'completed-unusable');
    assert.equal(code, 1);
  });
});

describe('probity delegate, and what is remembered', () => {
  it('keeps what it learned in a file, for trust to show and for the next task to go by', async () => {
    const [url, trust] = [await lab('mute-stream'), join(folder, 'trust.db')];
    const args = ['delegate', url, '--trust', trust, '--json', '--text', 'hello', '--timeout', '30s'];
    await runHere(args);
    const { stdout } = await runHere(['trust', 'list', '--trust', trust, '--json']);
    assert.match(stdout, new RegExp(new URL(url).host));
  });

  it('keeps it in the state folder of the user unless told otherwise, and nothing with --no-trust', async () => {
    const env = { XDG_STATE_HOME: join(folder, 'state') };
    const kept = join(env.XDG_STATE_HOME, 'probity', 'probity.db');
    const url = await lab();
    assert.equal((await run(['delegate', url, '--text', 'hello', '--no-trust'], { env })).code, 0);
    assert.ok(!existsSync(kept));
    assert.equal((await run(['delegate', url, '--text', 'hello'], { env })).code, 0);
    assert.ok(existsSync(kept));
    assert.match((await run(['trust', 'list'], { env })).stdout, new RegExp(new URL(url).host));
  });

  it('says which file is no good, and sends nothing', async () => {
    const trust = file('no.db', 'this is no database, however long it may be, and it says so');
    const { code, stderr } = await runHere(['delegate', await lab(), '--trust', trust, '--text', 'hello']);
    assert.equal(code, 2);
    assert.match(stderr, /no\.db/);
  });
});
