import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Seen } from './look.ts';
import { matrix, withPeer } from './matrix.ts';
import type { NaiveClient } from './naive-client.ts';

/** A stream of a short task, read to its end, and the task as read then. */
async function streamed(client: NaiveClient): Promise<{ seen: readonly Seen[]; read: Seen }> {
  const stream = await client.stream('hello');
  await stream.closed;
  const taskId = stream.seen.find(({ kind }) => kind === 'task')?.taskId ?? '';
  return { seen: stream.seen, read: await client.poll(taskId, 'completed') };
}

const words = (seen: readonly Seen[]) => seen.map(({ kind, state }) => state ?? kind);
const textOf = (seen: readonly Seen[]) => seen.map(({ text = '' }) => text).join('');
const whole = 'chunk 0 chunk 1 chunk 2 ';

for (const cell of matrix) {
  const [dialect, binding] = cell;
  const lying = (name: string, test: (client: NaiveClient) => Promise<void>) =>
    withPeer(cell, { deviations: [name] }, test);

  describe(`lies on streams, ${dialect} over ${binding}`, { concurrency: true }, () => {
    it('stream-not-wired: no stream, though the task can be sent', () =>
      lying('stream-not-wired', async (client) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        for (const stream of [await client.stream('hello'), await client.subscribe(taskId)]) {
          assert.notEqual(stream.type, 'text/event-stream');
        }
      }));

    it('stream-not-sse: a page in the place of events', () =>
      lying('stream-not-sse', async (client) => {
        const stream = await client.stream('hello');
        await stream.closed;
        assert.deepEqual([stream.status, stream.type, stream.seen.length], [200, 'text/html', 0]);
      }));

    it('subscribe-not-wired: a stream, but no way back to it', () =>
      lying('subscribe-not-wired', async (client) => {
        const stream = await client.stream('slow 1000');
        await stream.until((seen) => seen.length > 0);
        const back = await client.subscribe(stream.seen[0]?.taskId ?? '');
        assert.notEqual(back.type, 'text/event-stream');
        stream.close();
      }));

    it('second-subscriber-refused: one listener at a time', () =>
      lying('second-subscriber-refused', async (client) => {
        const stream = await client.stream('slow 1000');
        await stream.until((seen) => seen.length > 0);
        const { taskId = '' } = stream.seen[0] ?? {};
        assert.notEqual((await client.subscribe(taskId)).type, 'text/event-stream');
        await client.cancel(taskId);
        await stream.closed;
        const other = await client.send('slow 1000', { wait: false });
        const first = await client.subscribe(other.taskId ?? '');
        assert.equal(first.type, 'text/event-stream');
        first.close();
      }));

    it('stream-held-back: nothing until the task has ended', () =>
      lying('stream-held-back', async (client) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        const stream = await client.subscribe(taskId);
        while ((await client.get(taskId)).artifacts === 0);
        assert.equal(stream.seen.length, 0);
        await client.cancel(taskId);
        await stream.closed;
        assert.equal(stream.seen[0]?.kind, 'task');
        assert.equal(stream.seen.at(-1)?.state, 'canceled');
      }));

    it('end-withheld: all but the end', () =>
      lying('end-withheld', async (client) => {
        const { seen, read } = await streamed(client);
        assert.deepEqual(words(seen), ['submitted', 'working', 'artifact', 'artifact', 'artifact']);
        assert.equal(read.state, 'completed');
      }));

    it('stream-stays-open: the end is told and nothing closes', () =>
      lying('stream-stays-open', async (client) => {
        const stream = await client.stream('hello');
        await stream.until((seen) => seen.at(-1)?.state === 'completed');
        await client.get(stream.seen[0]?.taskId ?? '');
        assert.equal(stream.isClosed, false);
        stream.close();
      }));

    it('events-after-end: working again behind the end', () =>
      lying('events-after-end', async (client) => {
        const { seen } = await streamed(client);
        assert.deepEqual(words(seen).slice(-3), ['completed', 'working', 'artifact']);
      }));

    it('artifact-after-end: the last piece behind the end', () =>
      lying('artifact-after-end', async (client) => {
        const { seen } = await streamed(client);
        assert.deepEqual(words(seen).slice(-2), ['completed', 'artifact']);
        assert.equal(textOf(seen), whole);
      }));

    it('events-twice: every piece twice', () =>
      lying('events-twice', async (client) => {
        const { seen, read } = await streamed(client);
        assert.equal(textOf(seen), 'chunk 0 chunk 0 chunk 1 chunk 1 chunk 2 chunk 2 ');
        assert.equal(read.text, whole);
      }));

    it('artifact-events-dropped: states without a result', () =>
      lying('artifact-events-dropped', async (client) => {
        const { seen, read } = await streamed(client);
        assert.deepEqual(words(seen), ['submitted', 'working', 'completed']);
        assert.equal(read.text, whole);
      }));

    it('stream-says-failed: failed on the stream, completed at reads', () =>
      lying('stream-says-failed', async (client) => {
        const { seen, read } = await streamed(client);
        assert.equal(seen.at(-1)?.state, 'failed');
        assert.equal(read.state, 'completed');
      }));

    it('foreign-task-id: updates of a task that nobody knows', () =>
      lying('foreign-task-id', async (client) => {
        const { seen, read } = await streamed(client);
        const named = new Set(seen.slice(1).map(({ taskId }) => taskId));
        assert.equal(named.size, 1);
        assert.equal(named.has(read.taskId), false);
      }));

    if (dialect === '1.0') {
      it('no-task-first: streams begin in the middle', () =>
        lying('no-task-first', async (client) => {
          const stream = await client.stream('hello');
          await stream.closed;
          assert.equal(stream.seen[0]?.kind, 'status');
        }));
    }
  });
}
