import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../naive-client.ts';
import { cardOf, type Incidents, streamed } from './stage.ts';

const whole = 'chunk 0 chunk 1 chunk 2 ';

export const awkward: Incidents = {
  'always-blocks': async ({ client }) => {
    assert.equal((await client.send('slow 3', { wait: false })).state, 'completed');
  },
  'artifacts-at-end': async (stage) => {
    const { words, seen } = await streamed(stage);
    assert.deepEqual(words, ['submitted', 'working', 'artifact', 'completed']);
    assert.equal(seen[2]?.text, whole);
  },
  'asks-again': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    for (let time = 0; time < 20; time++) {
      assert.equal((await client.send(`answer ${time}`, { taskId })).state, 'input-required');
    }
    assert.equal((await client.send('enough', { taskId })).state, 'completed');
  },
  'bom-and-crlf': async ({ client }) => {
    const stream = await client.stream('hello');
    await stream.closed;
    assert.equal(stream.seen.length, 0, 'a reader that knows only one kind of line end sees no event');
  },
  'byte-by-byte': async (stage) => {
    const { seen, taskId } = await streamed(stage);
    assert.match(seen.map(({ text = '' }) => text).join(''), /„chunk 2“ 🜁/);
    assert.match((await stage.client.get(taskId)).text ?? '', /„chunk 2“ 🜁/);
  },
  'cancel-refused': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 3', { wait: false });
    assert.equal((await client.cancel(taskId)).kind, 'error');
    assert.equal((await client.poll(taskId, 'completed')).state, 'completed');
  },
  'cancel-too-late': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 3', { wait: false });
    assert.equal((await client.cancel(taskId)).kind, 'error');
    assert.equal((await client.get(taskId)).state, 'completed');
  },
  'card-elsewhere': async ({ peer, dialect }) => {
    const usual = dialect === '0.2' ? 'agent.json' : 'agent-card.json';
    assert.equal((await call(`${peer.url}/.well-known/${usual}`)).status, 404);
    assert.equal((await call(peer.cardUrl)).status, 200);
  },
  'chatty-stream': async (stage) => {
    const { words } = await streamed(stage, 'slow 3');
    assert.equal(words.at(-1), 'completed');
  },
  'closes-at-interrupt': async ({ client }) => {
    const stream = await client.stream('auth please');
    await stream.closed;
    assert.equal(stream.seen.at(-1)?.state, 'auth-required');
  },
  'goes-on-by-itself': async ({ client }) => {
    const { taskId = '', state } = await client.send('auth please');
    assert.equal(state, 'auth-required');
    assert.match((await client.poll(taskId, 'completed')).text ?? '', /settled elsewhere/);
  },
  'huge-fields': async ({ client }) => {
    assert.ok((await client.answer('hello')).body.length > 16 * 1024);
  },
  'joined-text': async (stage) => {
    const { taskId } = await streamed(stage);
    const read = await stage.client.get(taskId);
    assert.equal(read.text, whole);
    assert.equal(JSON.stringify(read.json).split('"text":"chunk 0').length, 2);
    assert.match(JSON.stringify(read.json), /chunk 0 chunk 1/);
  },
  'messages-only': async (stage) => {
    assert.match(JSON.stringify((await stage.client.send('hello')).json), /chunk 0 .*chunk 2/);
    const { words } = await streamed(stage);
    assert.deepEqual(words, ['message']);
  },
  'no-history': async ({ client }) => {
    const { taskId = '', history } = await client.send('clarify');
    assert.deepEqual([history, (await client.get(taskId)).history], [0, 0]);
  },
  'no-list': async ({ client }) => {
    assert.equal((await client.list()).tasks, undefined);
  },
  'no-timestamps': async ({ client }) => {
    const { taskId = '', timestamp } = await client.send('hello');
    assert.deepEqual([timestamp, (await client.get(taskId)).timestamp], [undefined, undefined]);
  },
  'odd-ids': async ({ client, http }) => {
    const { taskId = '' } = await client.send('hello');
    assert.match(taskId, /^a\/b c:d\?e#f%2Fg/);
    const read = await client.get(taskId);
    // A url made by hand leads somewhere else.
    assert.equal(read.state ?? read.kind, http ? 'error' : 'completed');
  },
  'answers-created': async ({ client }) => {
    assert.equal((await client.answer('hello')).status, 201);
  },
  'rate-limited': async ({ peer, client, dialect, http, latest }) => {
    const { taskId = '' } = await client.send('hello');
    await client.get(taskId);
    const method = latest ? 'GetTask' : 'tasks/get';
    const body = http ? undefined : JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { id: taskId } });
    const url = http ? `${peer.url}/rest${dialect === '0.3' ? '/v1' : ''}/tasks/${taskId}` : peer.url;
    const { status, headers } = await call(url, body, { headers: latest ? { 'a2a-version': '1.0' } : {} });
    assert.deepEqual([status, headers['retry-after']], [429, '1']);
  },
  'repeats-itself': async (stage) => {
    const { words } = await streamed(stage);
    assert.equal(words.filter((word) => word === 'working').length, 4);
  },
  'replaces-artifacts': async (stage) => {
    const { seen, taskId } = await streamed(stage);
    assert.equal(seen.at(-2)?.text, whole);
    assert.equal((await stage.client.get(taskId)).text, whole);
  },
  'replays-on-subscribe': async ({ client }) => {
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    while ((await client.get(taskId)).artifacts === 0);
    const stream = await client.subscribe(taskId);
    await stream.until((seen) => seen.length > 1);
    assert.equal(stream.seen[0]?.text, stream.seen[1]?.text);
    stream.close();
  },
  'several-lines': async (stage) => {
    const { seen, words } = await streamed(stage);
    assert.equal(words.at(-1), 'completed');
    assert.ok(seen.length > 4);
  },
  'signed-urls': async ({ client }) => {
    const { taskId = '' } = await client.send('hello');
    const urls = async () => JSON.stringify((await client.get(taskId)).json).match(/https:\/\/files[^"]*/g) ?? [];
    const [first, second] = [await urls(), await urls()];
    assert.notDeepEqual(first, second);
    const bare = (all: readonly string[]) => all.map((url) => url.split('?')[0]);
    assert.deepEqual(bare(first), bare(second));
  },
  'slow-answers': async ({ client }) => {
    const answer = client.send('hello').then(() => 'answered');
    assert.equal(await Promise.race([answer, sleep(30, 'waiting')]), 'waiting');
    await answer;
  },
  'snapshot-at-end': async (stage) => {
    const { seen } = await streamed(stage);
    assert.deepEqual([seen.at(-2)?.state, seen.at(-1)?.kind, seen.at(-1)?.text], ['completed', 'task', whole]);
  },
  'stale-replica': async ({ client }) => {
    const { taskId = '' } = await client.send('clarify');
    await client.get(taskId);
    await client.send('the blue one', { taskId });
    assert.equal((await client.get(taskId)).state, 'input-required');
    assert.equal((await client.get(taskId)).state, 'completed');
  },
  'stays-open-at-interrupt': async ({ client }) => {
    const stream = await client.stream('clarify');
    await stream.until((seen) => seen.at(-1)?.state === 'input-required');
    const { taskId = '' } = stream.seen[0] ?? {};
    assert.equal(stream.isClosed, false);
    await client.send('the blue one', { taskId });
    await stream.closed;
    assert.equal(stream.seen.at(-1)?.state, 'completed');
  },
  'typed-with-charset': async (stage) => {
    const { headers } = await call(stage.peer.cardUrl);
    assert.equal(headers['content-type'], 'Application/json; charset=UTF-8');
    assert.equal((await stage.client.stream('hello')).type, 'Text/event-stream; charset=UTF-8');
  },
  'unicode-ids': async ({ client }) => {
    assert.match((await client.send('hello')).taskId ?? '', /^задача-任务-/);
  },
  'vendor-fields': async (stage) => {
    const { json } = await stage.client.send('hello');
    assert.ok(JSON.stringify(json).split('"x-vendor"').length > 5);
    assert.ok((await cardOf(stage))['x-vendor']);
  },
  'zero-offset-times': async ({ client }) => {
    const { taskId = '', timestamp = '' } = await client.send('hello');
    assert.match(timestamp, /\+00:00$/);
    assert.equal((await client.get(taskId)).timestamp, timestamp);
  },
};
