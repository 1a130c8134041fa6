import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stayUpWithCast } from '../../src/cli/demo/stay-up.ts';
import { startLab } from '../../src/lab/index.ts';
import { memory, runHere, start } from './cli.ts';

describe('probity demo', { concurrency: 3 }, () => {
  test('--peer tries an own agent, --keep stays up with a gateway before it, and the verdict is the exit code', async () => {
    const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10 });
    const { child, until, ended } = start(['demo', '--peer', `mine=${lab.url}`, '--text', 'slow 2', '--keep']);
    try {
      await until('stdout', /✔ mine: whoever was protected had a verified success/);
      const [, url = ''] = await until('stdout', /curl (\S+\/mine\/\.well-known\/agent-card\.json)/);
      await until('stdout', /mine {2}found {2}/);
      const card = await (await fetch(url)).text();
      assert.equal(card.includes(lab.url), false);
    } finally {
      child.kill('SIGINT');
      assert.equal((await ended).code, 0);
      await lab.close();
    }
  });

  test('an agent that can not be reached: exit 3; a text for nobody: exit 2', async () => {
    const unreachable = await runHere(['demo', '--peer', 'mine=http://127.0.0.1:1/']);
    assert.equal(unreachable.code, 3);
    assert.match(unreachable.stderr, /refuses connections/);
    const stray = await runHere(['demo', '--text', 'hello']);
    assert.deepEqual([stray.code, /--peer name=/.test(stray.stderr)], [2, true]);
  });

  test('for programs an own agent is one JSON object', async () => {
    const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10, deviations: ['no-terminal'] });
    try {
      const { code, stdout } = await runHere(['demo', '--peer', `mine=${lab.url}`, '--text', 'slow 2', '--json']);
      const { ok, agents } = JSON.parse(stdout);
      assert.deepEqual([code, ok, agents.length], [0, true, 1]);
      const [{ plain, guarded, behind }] = agents;
      assert.deepEqual([plain.state, guarded.kind, behind.state], ['working', 'completed', 'completed']);
    } finally {
      await lab.close();
    }
  });
});

test('behind the demonstration its agents stay up, and what is said to be tried works', async () => {
  const out = memory();
  const up = stayUpWithCast({ out, err: memory(), input: process.stdin }, false);
  const seen = async (text: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = text.exec(out.text());
      if (found !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const [, send = ''] = await seen(/SEND='(.*)'/);
  const [, direct = ''] = await seen(/(http\S+) {2}# the agent itself/);
  const [, behind = ''] = await seen(/(http\S+) {2}# behind the gateway/);
  await seen(/no-terminal {2}found/);
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const ask = async (url: string) => (await fetch(url, { method: 'POST', headers, body: send })).text();
  const [alone, guarded] = await Promise.all([ask(direct), ask(behind)]);
  assert.doesNotMatch(alone, /TASK_STATE_COMPLETED/);
  assert.match(guarded, /TASK_STATE_COMPLETED/);
  process.emit('SIGINT', 'SIGINT');
  await up;
});
