import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOfRule } from '../../src/catalogue/catalogue.ts';
import { deviations, taskFacts } from '../../src/lab/index.ts';
import { matrix, withPeer } from './matrix.ts';

describe('the incidents of the lab', { concurrency: true }, () => {
  for (const cell of matrix) {
    const [dialect, binding] = cell;

    describe(`what a naive caller suffers, ${dialect} over ${binding}`, { concurrency: true }, () => {
      it('zombie-cancel: frames behind the cancel, then completed', () => {
        const zombie = { name: 'zombie-cancel', knobs: { seconds: 1 } };
        return withPeer(cell, { deviations: [zombie] }, async (client, peer) => {
          const stream = await client.stream('slow 1000');
          await stream.until((seen) => seen.some(({ kind }) => kind === 'artifact'));
          const { taskId = '' } = stream.seen[0] ?? {};
          assert.equal((await client.cancel(taskId)).state, 'canceled');
          const before = stream.seen.length;
          assert.equal((await client.get(taskId)).state, 'canceled');
          await stream.closed;
          const late = stream.seen.slice(before);
          assert.ok(late.filter(({ kind }) => kind === 'artifact').length >= 2);
          assert.equal(late.at(-1)?.state, 'completed');
          const read = await client.get(taskId);
          assert.equal(read.state, 'completed');
          assert.match(read.text ?? '', /^tick 0 tick 1 /);

          const facts = taskFacts(peer.ledger, taskId, Date.now());
          assert.equal(facts.cancelAnswer, 'canceled');
          assert.equal(facts.stoppedAs, 'canceled');
          assert.ok(facts.ranOnMs > 0);
          assert.ok(facts.framesAfterCancel >= late.length);
          assert.deepEqual(
            facts.toldEnds.map(({ channel, state }) => `${channel} ${state}`),
            ['cancel canceled', 'get canceled', 'stream completed', 'get completed'],
          );
        });
      });

      it('zombie-cancel: an ended task is refused as ever', () =>
        withPeer(cell, { deviations: ['zombie-cancel'] }, async (client) => {
          const { taskId = '' } = await client.send('hello');
          assert.equal((await client.cancel(taskId)).kind, 'error');
        }));

      it('mute-stream: not one event, while the task is completed by reads', () =>
        withPeer(cell, { deviations: ['mute-stream'] }, async (client) => {
          const { taskId = '' } = await client.send('clarify');
          const streams = [await client.subscribe(taskId), await client.stream('hello')];
          await client.send('the blue one', { taskId });
          assert.equal((await client.get(taskId)).state, 'completed');
          for (const stream of streams) {
            assert.equal(stream.status, 200);
            assert.equal(stream.type, 'text/event-stream');
            assert.equal(stream.seen.length, 0);
            assert.equal(stream.isClosed, false);
            stream.close();
          }
        }));

      it('shifting-artifacts: completed, and another result at each read', () =>
        withPeer(cell, { deviations: ['shifting-artifacts'] }, async (client) => {
          const { taskId = '' } = await client.send('hello');
          const reads = [await client.get(taskId), await client.get(taskId), await client.get(taskId)];
          assert.deepEqual(
            reads.map(({ state }) => state),
            ['completed', 'completed', 'completed'],
          );
          assert.equal(new Set(reads.map(({ text }) => text)).size, 3);
        }));

      it('no-terminal: the stream ends and the task goes on', () =>
        withPeer(cell, { deviations: ['no-terminal'] }, async (client, { ledger }) => {
          const stream = await client.stream('slow 1000');
          await stream.closed;
          const { taskId = '' } = stream.seen[0] ?? {};
          assert.equal(stream.seen.at(-1)?.kind, 'artifact');
          assert.equal((await client.get(taskId)).state, 'working');
          assert.equal(taskFacts(ledger, taskId, Date.now()).stoppedAs, undefined);
          const short = await client.stream('hello');
          await short.closed;
          assert.equal((await client.poll(short.seen[0]?.taskId ?? '', 'completed')).text, 'chunk 0 chunk 1 chunk 2 ');
        }));
    });
  }
});

describe('the catalogue of deviations', () => {
  it('names each once, says what it does and shows, and points to rules', () => {
    assert.equal(new Set(deviations.map(({ name }) => name)).size, deviations.length);
    for (const { name, title, shows, rules, kind } of deviations) {
      assert.match(name, /^[a-z]+(-[a-z]+)*$/);
      assert.ok(title.length > 10 && shows.length > 10, name);
      assert.equal(rules.length > 0, kind === 'deviation', name);
      for (const rule of rules) assert.ok(factsOfRule(rule) !== undefined, `${name}: there is no rule ${rule}`);
    }
  });
});
