import assert from 'node:assert/strict';
import { type Incidents, streamed } from './stage.ts';

const whole = 'chunk 0 chunk 1 chunk 2 ';
const textOf = (seen: readonly { readonly text?: string }[]) => seen.map(({ text = '' }) => text).join('');

export const streams: Incidents = {
  'appends-the-whole': async (stage) => {
    const { seen } = await streamed(stage);
    assert.equal(textOf(seen), 'chunk 0 chunk 0 chunk 1 chunk 0 chunk 1 chunk 2 ');
  },
  'appends-to-nothing': async (stage) => {
    const { seen } = await streamed(stage);
    const first = seen.find(({ kind }) => kind === 'artifact');
    assert.match(JSON.stringify(first?.json), /"append":true/);
  },
  'close-kills-task': async ({ client }) => {
    const stream = await client.stream('slow 1000');
    await stream.until((seen) => seen.some(({ kind }) => kind === 'artifact'));
    stream.close();
    assert.equal((await client.poll(stream.seen[0]?.taskId ?? '', 'canceled')).state, 'canceled');
  },
  'empty-last-chunk': async (stage) => {
    const { seen } = await streamed(stage);
    const last = seen.filter(({ kind }) => kind === 'artifact').at(-1);
    assert.match(JSON.stringify(last?.json), /"parts":\[\]/);
    assert.equal(textOf(seen), whole);
  },
  'error-in-stream': async (stage) => {
    const { seen } = await streamed(stage);
    assert.ok(seen.some(({ json }) => (json.result ?? json).error === 'task timed out'));
    assert.equal(textOf(seen), '');
  },
  'final-flag-early': async (stage) => {
    const { seen } = await streamed(stage);
    const marked = seen.findIndex(({ final }) => final === true);
    assert.ok(seen.slice(marked + 1).some(({ kind }) => kind === 'artifact'));
  },
  'interrupt-hidden': async ({ client }) => {
    const stream = await client.stream('clarify');
    await stream.until((seen) => seen.some(({ state }) => state === 'working'));
    const { taskId = '' } = stream.seen[0] ?? {};
    assert.equal((await client.poll(taskId, 'input-required')).state, 'input-required');
    assert.equal(stream.isClosed, false);
    assert.ok(stream.seen.every(({ state }) => state !== 'input-required'));
    stream.close();
  },
  'last-chunk-always': async (stage) => {
    const { seen } = await streamed(stage);
    const last = seen.filter(({ json }) => JSON.stringify(json).includes('"lastChunk":true'));
    assert.equal(last.length, 3);
  },
  'message-then-task': async (stage) => {
    const { words } = await streamed(stage);
    assert.deepEqual(words.slice(0, 2), ['message', 'submitted']);
    assert.equal(words.at(-1), 'completed');
  },
  'recap-in-status': async (stage) => {
    const { seen } = await streamed(stage);
    assert.equal(textOf(seen), whole);
    assert.match(JSON.stringify(seen.at(-1)?.json), new RegExp(whole));
  },
  'result-in-status': async (stage) => {
    const { seen, words, taskId } = await streamed(stage);
    assert.ok(!words.includes('artifact'));
    assert.match(JSON.stringify(seen.at(-1)?.json), /chunk 2/);
    const read = await stage.client.get(taskId);
    assert.equal(read.artifacts, 0);
    assert.match(JSON.stringify(read.json), /chunk 2/);
  },
  'runs-mixed': async (stage) => {
    const { seen, taskId } = await streamed(stage);
    assert.equal(textOf(seen), 'chunk 0 chunk 0 chunk 1 chunk 1 chunk 2 chunk 2 ');
    assert.equal((await stage.client.get(taskId)).artifacts, 1);
  },
  'stream-empty': async (stage) => {
    const { seen } = await streamed(stage, 'slow 1000');
    assert.equal(seen.length, 0);
    const { taskId } = stage.peer.ledger.entries.find(({ kind }) => kind === 'run') ?? {};
    assert.equal((await stage.client.get(taskId ?? '')).state, 'working');
  },
  'stream-unasked': async ({ client }) => {
    const { headers, body } = await client.answer('hello');
    assert.equal(headers['content-type'], 'text/event-stream');
    assert.throws(() => JSON.parse(body));
  },
  'stream-undeclared': async (stage) => {
    const { words } = await streamed(stage);
    assert.equal(words.at(-1), 'completed');
  },
  'streams-differ': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 20', { wait: false });
    const both = await Promise.all([client.subscribe(taskId), client.subscribe(taskId)]);
    await Promise.all(both.map(({ closed }) => closed));
    const texts = both.map(({ seen }) => textOf(seen));
    assert.notEqual(texts[0], texts[1]);
    const { text } = await client.get(taskId);
    assert.ok(!texts.includes(text ?? ''));
  },
  'subscribe-cut-off': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    const stream = await client.subscribe(taskId);
    await stream.closed;
    assert.deepEqual([stream.seen.length, stream.seen[0]?.kind], [1, 'task']);
    assert.equal((await client.get(taskId)).state, 'working');
  },
  'subscribe-deaf': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    const stream = await client.subscribe(taskId);
    assert.equal((await client.send('the blue one', { taskId })).state, 'completed');
    assert.deepEqual([stream.seen.length, stream.isClosed], [1, false]);
    stream.close();
  },
  'subscribe-loses-waiting': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    assert.notEqual((await client.subscribe(taskId)).type, 'text/event-stream');
    assert.equal((await client.get(taskId)).state, 'input-required');
  },
  'subscribe-refused-late': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    const stream = await client.subscribe(taskId);
    await stream.closed;
    assert.deepEqual([stream.status, stream.type], [200, 'text/event-stream']);
    assert.deepEqual(
      stream.seen.map(({ kind }) => kind),
      ['error'],
    );
  },
  'subscribe-to-ended': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const stream = await client.subscribe(taskId);
    await client.get(taskId);
    assert.deepEqual([stream.type, stream.seen.length, stream.isClosed], ['text/event-stream', 0, false]);
    stream.close();
  },
  'subscribe-without-task': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    const stream = await client.subscribe(taskId);
    await client.send('the blue one', { taskId });
    await stream.closed;
    assert.ok(stream.seen.length > 0);
    assert.ok(stream.seen.every(({ kind }) => kind !== 'task'));
  },
  'unclean-events': async ({ client }) => {
    const stream = await client.stream('hello');
    await stream.closed;
    assert.equal(stream.seen.length, 0, 'a strict reader of JSON has read nothing');
  },
};
