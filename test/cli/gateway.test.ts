import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startLab } from '../../src/lab/index.ts';
import { runHere, start } from './cli.ts';

describe('probity gateway', { concurrency: 2 }, () => {
  test('stands before an agent, tells what it sees, and ends on SIGINT', async () => {
    const lab = await startLab({ stepMs: 10, deviations: ['events-after-end'] });
    const { child, until, ended } = start([
      'gateway',
      '--peer',
      `trip=${lab.url}`,
      '--listen',
      '127.0.0.1:0',
      '--level',
      'watch',
    ]);
    try {
      const [, url = ''] = await until('stdout', /(http:\/\/127\.0\.0\.1:\d+\/trip)\/ {2}before /);
      await until('stdout', /it listens on loopback only/);
      await until('stdout', /trip {2}found {2}the card of Probity lab agent/);
      assert.equal((await fetch(`${url}/.well-known/agent-card.json`)).status, 200);
      const message = { messageId: 'message-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } });
      const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
      await (await fetch(`${url}/`, { method: 'POST', headers, body })).text();
      await until('stdout', /trip {2}stream\/after-terminal {2}certain: /);
    } finally {
      child.kill('SIGINT');
      assert.equal((await ended).code, 0);
      await lab.close();
    }
  });

  test('--json tells a line for each', async () => {
    const lab = await startLab({ stepMs: 10 });
    const { child, until, ended } = start(['gateway', '--peer', `a=${lab.url}`, '--listen', 'localhost:0', '--json']);
    try {
      const [line] = await until('stdout', /^.*\n/);
      const { kind, level, peers } = JSON.parse(line);
      assert.deepEqual([kind, level, peers[0].name, peers[0].target], ['listening', 'protect', 'a', lab.url]);
      const [, card = ''] = await until('stdout', /^.*\n(.*)\n/);
      assert.deepEqual([JSON.parse(card).kind, JSON.parse(card).found], ['card', true]);
    } finally {
      child.kill('SIGTERM');
      assert.equal((await ended).code, 0);
      await lab.close();
    }
  });

  test('--task refuses what an agent can not carry through', async () => {
    const lab = await startLab({ stepMs: 10, bindings: ['JSONRPC'], card: { streaming: false } });
    const folder = mkdtempSync(join(tmpdir(), 'probity-gateway-'));
    const [task, profile] = [join(folder, 'task.yaml'), join(folder, 'profile.yaml')];
    writeFileSync(task, 'needs: [streaming]\n');
    writeFileSync(profile, 'output: [text/plain]\n');
    const contract = ['--task', task, '--profile', profile];
    const { child, until, ended } = start([
      'gateway',
      '--peer',
      `a=${lab.url}`,
      '--listen',
      '127.0.0.1:0',
      ...contract,
    ]);
    try {
      const [, url = ''] = await until('stdout', /(http:\S+\/a\/) {2}before /);
      await until('stdout', /a {2}found/);
      const message = { messageId: 'message-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
      const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
      const answer = await (await fetch(url, { method: 'POST', headers, body })).text();
      assert.match(answer, /No such task can be carried through/);
      await until('stdout', /a {2}refused {2}No such task/);
    } finally {
      child.kill('SIGINT');
      assert.equal((await ended).code, 0);
      await lab.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('--state keeps what is known for the next start, which also comes by Ctrl-C', async () => {
    const lab = await startLab({ stepMs: 10, bindings: ['JSONRPC'], deviations: ['completed-then-failed'] });
    const folder = mkdtempSync(join(tmpdir(), 'probity-gateway-'));
    const args = ['--listen', '127.0.0.1:0', '--settle', 'immediate', '--state', join(folder, 'gateway.db')];
    const asked = async (method: string, params: object): Promise<string> => {
      const { child, until, ended } = start(['gateway', '--peer', `a=${lab.url}`, ...args]);
      try {
        const [, url = ''] = await until('stdout', /(http:\S+\/a\/) {2}before /);
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
        const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
        return await (await fetch(url, { method: 'POST', headers, body })).text();
      } finally {
        child.kill('SIGINT');
        assert.equal((await ended).code, 0);
      }
    };
    try {
      const message = { messageId: 'message-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
      const { task } = JSON.parse(await asked('SendMessage', { message })).result;
      assert.equal(task.status.state, 'TASK_STATE_COMPLETED');
      assert.match(await asked('GetTask', { id: task.id }), /TASK_STATE_COMPLETED/);
    } finally {
      await lab.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('what makes no sense: exit 2', async () => {
    const peer = ['--peer', 'a=http://127.0.0.1:1/'];
    for (const [args, says] of [
      [[], /Name an agent/],
      [['--peer', 'http://127.0.0.1:1/'], /name=URL/],
      [['--peer', 'a/b=http://127.0.0.1:1/'], /name=URL/],
      [[...peer, ...peer], /Two agents are named a/],
      [[...peer, '--listen', '0.0.0.0:0'], /listens on loopback only/],
      [[...peer, '--listen', '[::]:0'], /listens on loopback only/],
      [[...peer, '--listen', 'nonsense:port'], /address such as/],
      [[...peer, '--level', 'emulate'], /Allowed choices are watch, protect/],
      [[...peer, '--limit', 'maxBodyByte=1'], /Did you mean maxBodyBytes\?/],
      [[...peer, '--limit', 'maxBodyBytes'], /name=number/],
      [[...peer, '--profile', 'p.yaml'], /give --task, too/],
      [[...peer, '--task', '/nowhere/t.yaml'], /Can't read/],
      [[...peer, '--state', '/dev/null'], /\/dev\/null/],
      [[...peer, '--origin', 'b=https://x.example'], /for an agent named b/],
    ] as const) {
      const { code, stderr } = await runHere(['gateway', ...args]);
      assert.equal(code, 2, `${args.join(' ')}\n${stderr}`);
      assert.match(stderr, says);
    }
  });
});
