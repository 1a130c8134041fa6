import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LabPeer, startLab, taskFacts } from '../../src/lab/index.ts';
import { start } from './cli.ts';

let zombie: LabPeer;
let honest: LabPeer;

before(async () => {
  zombie = await startLab({ stepMs: 40, deviations: [{ name: 'zombie-cancel', knobs: { seconds: 1 } }] });
  honest = await startLab({ stepMs: 40 });
});

after(async () => {
  await zombie.close();
  await honest.close();
});

/** A delegation that is under way, and the id of its task. */
async function underWay(peer: LabPeer, ...more: string[]) {
  const running = start(['delegate', peer.url, '--text', 'slow 500', '--verbose', ...more]);
  const [, taskId = ''] = await running.until('stderr', /task ([0-9a-f-]{36})\n/);
  return { ...running, taskId };
}

describe('an interrupted delegation', { concurrency: true }, () => {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    test(`${signal} cancels the task, and the outcome is awaited and told`, async () => {
      const { child, ended, taskId } = await underWay(zombie);
      child.kill(signal);
      const { code, stdout } = await ended;
      assert.equal(code, exitCode);
      assert.match(stdout, /^✖ orphaned\n/);
      assert.match(stdout, /You interrupted it, so it was cancelled\./);
      assert.equal(taskFacts(zombie.ledger, taskId, 0).cancelAnswer, 'canceled');
    });
  }

  test('a second SIGINT right behind the first is the same one', async () => {
    const { child, ended } = await underWay(zombie, '--json');
    child.kill('SIGINT');
    await sleep(20);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    assert.equal(code, 130);
    const { outcome, exitCode } = JSON.parse(stdout);
    assert.equal(exitCode, 130);
    assert.equal(outcome.stopped, 'abort');
  });

  test('a later one insists: the process ends at once and says what may still run', async () => {
    const { child, ended, until, taskId } = await underWay(honest);
    child.kill('SIGINT');
    await until('stderr', /cancelling/);
    await sleep(600);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 130);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`left at once; task ${taskId} may still be running at ${honest.url}`));
  });
});

test('interrupted before anything was sent: says so', async () => {
  const { createServer } = await import('node:http');
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { child, ended } = start(['delegate', `http://127.0.0.1:${address.port}`, '--text', 'a', '--json']);
  await new Promise((resolve) => silent.once('request', resolve));
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  silent.closeAllConnections();
  silent.close();
  assert.equal(code, 130);
  assert.match(stderr, /Interrupted before anything was sent\./);
  assert.equal(JSON.parse(stdout).error.code, 'interrupted');
});
