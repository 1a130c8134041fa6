import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import { summary } from '../support/summary.ts';
import { type Conversation, converse, text } from './conversation.ts';
import { type SdkAgent, startSdkAgent } from './sdk-agents.ts';

const cells: readonly (readonly [Dialect, Binding])[] = [
  ['0.2', 'JSONRPC'],
  ['0.3', 'JSONRPC'],
  ['0.3', 'HTTP+JSON'],
  ['1.0', 'JSONRPC'],
  ['1.0', 'HTTP+JSON'],
];
const parts = [
  { text: 'one, ' },
  { data: { two: [2] } },
  { raw: 'dGhyZWU=', mediaType: 'text/plain', filename: 'three.txt' },
  { url: 'http://127.0.0.1/four', mediaType: 'text/plain' },
];

for (const [dialect, binding] of cells) {
  describe(`an agent on the official SDK of ${dialect} over ${binding}`, () => {
    let agent: SdkAgent;
    let talk: Conversation;
    before(async () => {
      agent = await startSdkAgent(dialect);
      talk = converse(dialect, binding, `${agent.url}${binding === 'JSONRPC' ? '/' : '/rest'}`);
    });
    after(async () => {
      await talk.close();
      await agent.close();
    });

    it('is understood from the first message to the last read', async () => {
      const sent = await talk.expect('task', { operation: 'SendMessage', blocking: true, message: text('hello') });
      assert.equal(sent.task.state, 'completed');
      const read = await talk.expect('task', { operation: 'GetTask', taskId: sent.task.id, historyLength: 5 });
      assert.deepEqual(
        read.task.artifacts?.map((one) => one.parts.map((part) => part.text)),
        [['hello']],
      );
      assert.equal(read.task.history?.[0]?.role ?? 'user', 'user');
    });

    it('streams, and is understood frame by frame', async () => {
      const seen = await talk.call({ operation: 'SendStreamingMessage', message: text('hello') });
      assert.equal(
        summary(seen),
        'asked open task:submitted status:working artifact:hello status:completed close:peer',
      );
    });

    it('gets every kind of part as its dialect has it, and gives it back', async () => {
      const message = { messageId: 'm', parts };
      const { task } = await talk.expect('task', { operation: 'SendMessage', blocking: true, message });
      const echoed = task.artifacts?.flatMap((artifact) => artifact.parts) ?? [];
      assert.deepEqual(
        echoed.map(({ text, raw, url, data }) => text ?? raw ?? url ?? data),
        ['one, ', 'dGhyZWU=', 'http://127.0.0.1/four'].toSpliced(1, 0, { two: [2] } as never),
      );
      assert.deepEqual(
        echoed.slice(2).map((part) => part.mediaType),
        ['text/plain', 'text/plain'],
      );
    });

    it('is asked to cancel, and tells so on the stream too', async () => {
      const sent = await talk.expect('task', { operation: 'SendMessage', blocking: false, message: text('wait') });
      const { id } = sent.task;
      const watching = talk.call({ operation: 'SubscribeToTask', taskId: id });
      await talk.expect('task', { operation: 'GetTask', taskId: id });
      const canceled = await talk.expect('task', { operation: 'CancelTask', taskId: id });
      // The SDK of 0.2 answers before its executor has taken note.
      assert.equal(canceled.task.state, dialect === '0.2' ? 'working' : 'canceled');
      assert.match(summary(await watching), /^asked open (.* )?status:canceled close:peer$/);
    });

    it('names its errors', async () => {
      const unknown = await talk.expect('error', { operation: 'GetTask', taskId: 'nobody’s/../%2F:x' });
      assert.equal(unknown.name, 'TaskNotFound');
      const sent = await talk.expect('task', { operation: 'SendMessage', blocking: true, message: text('hello') });
      const late = await talk.expect('error', { operation: 'CancelTask', taskId: sent.task.id });
      assert.equal(late.name, 'TaskNotCancelable');
    });

    it('keeps push configs', async () => {
      const sent = await talk.expect('task', { operation: 'SendMessage', blocking: false, message: text('wait') });
      const { id: taskId } = sent.task;
      const push = {
        id: 'hook',
        url: 'https://hook.example/a',
        token: 'a token',
        authentication: { scheme: 'Bearer', credentials: 'a secret' },
      };
      const made = await talk.expect('config', { operation: 'CreateTaskPushNotificationConfig', taskId, push });
      assert.deepEqual(made.configs, [{ id: 'hook', taskId, url: push.url }]);
      const read = await talk.expect('config', {
        operation: 'GetTaskPushNotificationConfig',
        taskId,
        configId: 'hook',
      });
      assert.deepEqual(read.configs, made.configs);
      // The SDK of 0.2 is older than its number, and has neither list nor delete.
      if (dialect !== '0.2') {
        const listed = await talk.expect('config', { operation: 'ListTaskPushNotificationConfigs', taskId });
        assert.deepEqual(listed.configs, made.configs);
        const call = { operation: 'DeleteTaskPushNotificationConfig', taskId, configId: 'hook' } as const;
        assert.deepEqual((await talk.expect('config', call)).configs, []);
      }
      await talk.expect('task', { operation: 'CancelTask', taskId });
    });

    it('is asked in the writing that it understands from then on', () => {
      const request = talk.client.codec.encode({ operation: 'SendMessage', message: text('x') }, { url: agent.url }, 1);
      const proto = dialect === '0.3' && binding === 'HTTP+JSON';
      assert.equal(request?.body?.includes('"content":[{"text":"x"}]'), proto);
    });

    it('departs from its own text in nothing', () => {
      const defects = talk.seen.filter(({ kind }) => kind === 'defect');
      assert.deepEqual(defects, []);
    });
  });
}
