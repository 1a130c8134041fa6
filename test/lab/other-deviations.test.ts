import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { taskFacts } from '../../src/lab/index.ts';
import { matrix, withPeer } from './matrix.ts';
import { call, type NaiveClient } from './naive-client.ts';

for (const cell of matrix) {
  const [dialect, binding] = cell;
  const lying = (name: string, test: (client: NaiveClient) => Promise<void>) =>
    withPeer(cell, { deviations: [name] }, test);

  describe(`lies at reads, ${dialect} over ${binding}`, { concurrency: true }, () => {
    /** Three reads of a completed task. */
    const reads = async (client: NaiveClient) => {
      const { taskId = '' } = await client.send('hello');
      return [await client.get(taskId), await client.get(taskId), await client.get(taskId)] as const;
    };

    it('completed-then-failed: the result is disowned', () =>
      lying('completed-then-failed', async (client) => {
        const states = (await reads(client)).map(({ state }) => state);
        assert.deepEqual(states, ['completed', 'failed', 'failed']);
      }));

    it('flapping-end: the end comes and goes', () =>
      lying('flapping-end', async (client) => {
        const states = (await reads(client)).map(({ state }) => state);
        assert.deepEqual(states, ['completed', 'working', 'completed']);
      }));

    it('growing-artifacts: more at each read', () =>
      lying('growing-artifacts', async (client) => {
        const counts = (await reads(client)).map(({ artifacts }) => artifacts);
        assert.deepEqual(counts, [2, 3, 4]);
      }));

    it('artifacts-missing: a completed task without a result', () =>
      lying('artifacts-missing', async (client) => {
        const [read] = await reads(client);
        assert.equal(read.state, 'completed');
        assert.equal(read.artifacts, 0);
      }));

    it('context-changes: another context each time', () =>
      lying('context-changes', async (client) => {
        assert.equal(new Set((await reads(client)).map(({ contextId }) => contextId)).size, 3);
      }));

    it('never-ends: the work is done and nobody is told', () =>
      withPeer(cell, { deviations: ['never-ends'] }, async (client, { ledger }) => {
        const stream = await client.stream('hello');
        await stream.closed;
        const { taskId = '' } = stream.seen[0] ?? {};
        assert.equal(stream.seen.at(-1)?.kind, 'artifact');
        assert.equal((await client.get(taskId)).state, 'working');
        assert.equal(taskFacts(ledger, taskId, Date.now()).stoppedAs, 'completed');
      }));

    it('history-empty: asked, and not shown what', () =>
      withPeer(cell, { deviations: ['history-empty'] }, async (client, { cardUrl }) => {
        const { taskId = '' } = await client.send('clarify');
        const read = await client.get(taskId);
        assert.deepEqual([read.state, read.history], ['input-required', 0]);
        assert.equal(JSON.parse((await call(cardUrl)).body).capabilities.stateTransitionHistory, true);
      }));

    it('timestamp-regress: older than what was told before', () =>
      lying('timestamp-regress', async (client) => {
        const sent = await client.send('hello');
        const read = await client.get(sent.taskId ?? '');
        const years = (at = '') => new Date(at).getUTCFullYear();
        assert.equal(years(sent.timestamp) - years(read.timestamp), 25);
      }));
  });

  describe(`other lies, ${dialect} over ${binding}`, { concurrency: true }, () => {
    const old = dialect !== '1.0';
    const picture = old
      ? { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png' } }
      : { raw: 'aGk=', mediaType: 'image/png' };

    it('blocking-ignored: an answer before the end', () =>
      lying('blocking-ignored', async (client) => {
        assert.equal((await client.send('slow 1000', { wait: true })).state, 'working');
      }));

    it('undeclared-output: a media type that the card does not list', () =>
      withPeer(cell, { deviations: ['undeclared-output'] }, async (client, peer) => {
        const card = (await call(peer.cardUrl)).body;
        assert.match(JSON.stringify((await client.send('hello')).json), /application\/x-undeclared/);
        assert.doesNotMatch(card, /x-undeclared/);
      }));

    it('any-input-accepted: a picture is taken for a text', () =>
      lying('any-input-accepted', async (client) => {
        assert.equal((await client.send('', { parts: [picture] })).state, 'completed');
      }));

    it('any-input-on-resume: refused at first, taken later', () =>
      lying('any-input-on-resume', async (client) => {
        assert.equal((await client.send('', { parts: [picture] })).kind, 'error');
        const { taskId = '' } = await client.send('clarify');
        assert.equal((await client.send('', { parts: [picture], taskId })).state, 'completed');
      }));

    it('resume-rejects-data: a declared kind of answer costs the task', () =>
      lying('resume-rejects-data', async (client) => {
        const data = old ? { kind: 'data', data: { color: 'blue' } } : { data: { color: 'blue' } };
        assert.equal((await client.send('', { parts: [data] })).state, 'completed');
        const { taskId = '' } = await client.send('clarify');
        const refused = await client.send('', { taskId, parts: [data] });
        assert.equal(refused.state, 'failed');
        assert.match(JSON.stringify(refused.json), /-32602/);
        assert.equal((await client.get(taskId)).state, 'failed');
        const other = await client.send('clarify');
        assert.equal((await client.send('the blue one', { taskId: other.taskId ?? '' })).state, 'completed');
      }));

    it('card-not-json: a page in the place of the card', () =>
      withPeer(cell, { deviations: ['card-not-json'] }, async (_client, { cardUrl }) => {
        const { status, body } = await call(cardUrl);
        assert.equal(status, 200);
        assert.throws(() => JSON.parse(body));
      }));

    it('push-config-lost: accepted and gone', () =>
      lying('push-config-lost', async (client) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        assert.match(JSON.stringify((await client.setPush(taskId, 'http://127.0.0.1:9/')).json), /127\.0\.0\.1:9/);
        assert.equal((await client.getPush(taskId)).kind, 'error');
      }));

    it('card-changes: never the same card twice', () =>
      withPeer(cell, { deviations: ['card-changes'] }, async (_client, { cardUrl }) => {
        assert.notEqual((await call(cardUrl)).body, (await call(cardUrl)).body);
      }));
  });
}
