import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import { type Binding, type DialectName, type LabPeer, startLab } from '../../src/lab/index.ts';
import { canceledAt } from './canceled-at.ts';
import { failure, json, scriptedAgent } from './scripted-agent.ts';
import { SHORT, STEP_MS } from './short-bounds.ts';

const peers: LabPeer[] = [];
after(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
});

const CELLS: readonly (readonly [DialectName, Binding, boolean])[] = [
  ['0.2', 'JSONRPC', false],
  ['0.3', 'JSONRPC', false],
  ['0.3', 'HTTP+JSON', false],
  ['0.3', 'HTTP+JSON', true],
  ['1.0', 'JSONRPC', false],
  ['1.0', 'HTTP+JSON', false],
];

for (const [dialect, binding, protoJson] of CELLS) {
  describe(`A2A ${dialect} over ${binding}${protoJson ? ', in proto-JSON' : ''}`, () => {
    const start = async (deviation?: string): Promise<LabPeer> => {
      const deviations = deviation === undefined ? [] : [{ name: deviation, knobs: {} }];
      const peer = await startLab({ dialect, bindings: [binding], protoJson, stepMs: STEP_MS, deviations });
      peers.push(peer);
      return peer;
    };

    it('completes, verified and without a false alarm', async () => {
      const outcome = await delegate((await start()).url, 'slow 8', { bounds: SHORT }).outcome;
      assert.equal(outcome.kind, 'completed');
      assert.equal(outcome.ok, true);
      assert.deepEqual(
        outcome.findings.map(({ rule, because }) => `${rule}: ${because}`),
        [],
      );
    });

    it('is canceled, verified and without a false alarm', async () => {
      const outcome = await canceledAt('artifact', (await start()).url, 'slow 200', { bounds: SHORT });
      assert.equal(outcome.kind, 'canceled');
      assert.deepEqual(
        outcome.findings.map(({ rule, because }) => `${rule}: ${because}`),
        [],
      );
    });

    it('falls to reads on the same task when its stream is mute', async () => {
      const peer = await start('mute-stream');
      const outcome = await delegate(peer.url, 'slow 60', { bounds: SHORT }).outcome;
      assert.equal(outcome.kind, 'completed');
      assert.ok(outcome.findings.some(({ rule }) => rule === 'stream/silent'));
    });

    it('leaves an orphan when its cancel is a lie', async () => {
      const peer = await startLab({
        dialect,
        bindings: [binding],
        protoJson,
        stepMs: STEP_MS,
        deviations: [{ name: 'zombie-cancel', knobs: { seconds: (60 * STEP_MS) / 1_000 } }],
      });
      peers.push(peer);
      const outcome = await canceledAt('artifact', peer.url, 'slow 200', { bounds: SHORT });
      assert.equal(outcome.kind, 'orphaned');
      assert.ok(outcome.findings.some(({ rule }) => rule === 'cancel/resurrected'));
    });
  });
}

it('goes on in the dialect that the agent speaks when its card declares another, and tells so', async () => {
  const done = { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'completed' }, artifacts: [] };
  const peer = await scriptedAgent({
    SendMessage: failure(-32601),
    'message/send': (call, response) => json(response, { jsonrpc: '2.0', id: call.id, result: done }),
    'tasks/get': (call, response) => json(response, { jsonrpc: '2.0', id: call.id, result: done }),
  });
  const outcome = await delegate(peer.url, 'work', { bounds: SHORT }).outcome;
  await peer.close();
  assert.equal(outcome.kind, 'completed');
  assert.equal(outcome.ok, true);
  assert.deepEqual(
    outcome.findings.map(({ rule }) => rule),
    ['task/dialect-mix', 'settle/empty-completed'],
  );
  assert.deepEqual(peer.calls.slice(0, 2), ['SendMessage', 'message/send']);
});

it('does not call a message refused when it was lost in the dialect that was tried next', async () => {
  const peer = await scriptedAgent({
    SendMessage: failure(-32601),
    'message/send': (_call, response) => response.destroy(),
  });
  const outcome = await delegate(peer.url, 'work', { bounds: SHORT }).outcome;
  await peer.close();
  assert.equal(outcome.kind, 'outcome-unknown');
  assert.deepEqual(peer.calls, ['SendMessage', 'message/send']);
});

it('is refused where no dialect is understood', async () => {
  const peer = await scriptedAgent({});
  const outcome = await delegate(peer.url, 'work', { bounds: SHORT }).outcome;
  await peer.close();
  assert.equal(outcome.kind === 'refused' && outcome.error.name, 'MethodNotFound');
});
