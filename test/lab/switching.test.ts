import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LabError, type LabErrorCode, startLab } from '../../src/lab/index.ts';
import { stepMs, withPeer } from './matrix.ts';
import { call, NaiveClient } from './naive-client.ts';

const cell = ['1.0', 'JSONRPC'] as const;
const withCode = (code: LabErrorCode) => (error: unknown) => error instanceof LabError && error.code === code;

describe('the deviations of a running peer', () => {
  it('come and go while it runs', () =>
    withPeer(cell, {}, async (client, { deviations, ledger }) => {
      const { taskId = '' } = await client.send('hello');
      const states = async () => [(await client.get(taskId)).state, (await client.get(taskId)).state];
      assert.deepEqual(await states(), ['completed', 'completed']);
      deviations.add('completed-then-failed');
      assert.deepEqual(await states(), ['completed', 'failed']);
      assert.deepEqual(deviations.list(), ['completed-then-failed']);
      assert.equal(deviations.remove('completed-then-failed'), true);
      assert.equal(deviations.remove('completed-then-failed'), false);
      assert.deepEqual(await states(), ['completed', 'completed']);
      assert.deepEqual(
        ledger.entries.flatMap(({ kind, note }) => (kind === 'switch' ? note : [])),
        ['added completed-then-failed', 'removed completed-then-failed'],
      );
    }));

  it('stand before each other in the order given', () =>
    withPeer(cell, { deviations: ['events-twice', 'artifact-events-dropped'] }, async (client) => {
      const stream = await client.stream('hello');
      await stream.closed;
      assert.deepEqual(
        stream.seen.map(({ state }) => state),
        ['submitted', 'submitted', 'working', 'working', 'completed', 'completed'],
      );
    }));

  it('let go of what they hold when they are removed', () =>
    withPeer(cell, { deviations: [{ name: 'zombie-cancel', knobs: { seconds: 1000 } }] }, async (client, peer) => {
      const { taskId = '' } = await client.send('slow 3', { wait: false });
      await client.cancel(taskId);
      peer.deviations.remove('zombie-cancel');
      assert.equal((await client.poll(taskId, 'completed')).state, 'completed');
    }));

  it('happen to a share of the tasks, the same for the same seed, and whole or not at all', async () => {
    const run = async (seed: number) => {
      const peer = await startLab({
        stepMs: 4,
        seed,
        bindings: ['JSONRPC'],
        deviations: [{ name: 'completed-then-failed', probability: 0.5 }],
      });
      const client = new NaiveClient(peer, '1.0', 'JSONRPC');
      const outcomes: string[] = [];
      for (let i = 0; i < 16; i++) {
        const { taskId = '' } = await client.send('hello');
        const states = [await client.get(taskId), await client.get(taskId), await client.get(taskId)];
        outcomes.push(states.map(({ state }) => state).join(' '));
      }
      await peer.close();
      return outcomes;
    };
    const [first, same] = [await run(7), await run(7)];
    assert.deepEqual(first, same);
    assert.deepEqual([...new Set(first)].sort(), ['completed completed completed', 'completed failed failed']);
  });

  it('are refused where they make no sense', async () => {
    await assert.rejects(startLab({ deviations: ['no-such-thing'] }), withCode('unknown-deviation'));
    await assert.rejects(startLab({ deviations: ['no-task-first'], dialect: '0.3' }), withCode('unfit-deviation'));
    const knobs = { minutes: 1 };
    await assert.rejects(startLab({ deviations: [{ name: 'zombie-cancel', knobs }] }), withCode('unknown-knob'));
    await assert.rejects(startLab({ deviations: [{ name: 'honest', probability: 2 }] }), withCode('bad-probability'));
    await assert.rejects(startLab({ dialect: '0.2', bindings: ['HTTP+JSON'] }), withCode('unfit-binding'));
    const peer = await startLab({ stepMs });
    await assert.rejects(startLab({ port: Number(new URL(peer.url).port) }), withCode('port-in-use'));
    assert.equal((await call(peer.cardUrl)).status, 200);
    await peer.close();
  });
});
