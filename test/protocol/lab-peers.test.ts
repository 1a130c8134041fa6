import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Binding, type LabPeer, startLab } from '../../src/lab/index.ts';
import type { Call } from '../../src/protocol/call.ts';
import type { Dialect } from '../../src/protocol/operation.ts';
import { summary } from '../support/summary.ts';
import { type Conversation, converse, text } from './conversation.ts';

/** The lab writes its own bytes, so here two implementations of one text meet. */
const cells: readonly { dialect: Dialect; binding: Binding; protoJson?: boolean }[] = [
  { dialect: '0.2', binding: 'JSONRPC' },
  { dialect: '0.3', binding: 'JSONRPC' },
  { dialect: '0.3', binding: 'HTTP+JSON' },
  { dialect: '0.3', binding: 'HTTP+JSON', protoJson: true },
  { dialect: '1.0', binding: 'JSONRPC' },
  { dialect: '1.0', binding: 'HTTP+JSON' },
];

for (const { dialect, binding, protoJson = false } of cells) {
  describe(`an honest agent of ${dialect} over ${binding}${protoJson ? ' in proto JSON' : ''}`, () => {
    let peer: LabPeer;
    let talk: Conversation;
    before(async () => {
      peer = await startLab({
        dialect,
        bindings: [binding],
        protoJson,
        stepMs: 20,
        card: { pushNotifications: true },
      });
      talk = converse(dialect, binding, `${peer.url}${binding === 'JSONRPC' ? '/' : '/rest'}`);
    });
    after(async () => {
      await talk.close();
      await peer.close();
    });

    it('is understood from the first message to the end', async () => {
      const seen = await talk.call({ operation: 'SendStreamingMessage', message: text('hello') });
      assert.match(
        summary(seen),
        /^asked open task:submitted status:working artifact:chunk 0 {2}artifact:chunk 1 {2}artifact:chunk 2 {2}status:completed close:peer$/,
      );
      const { taskId = '' } = seen.find(({ kind }) => kind === 'status') as { taskId?: string };
      const read = await talk.expect('task', { operation: 'GetTask', taskId, historyLength: 10 });
      assert.equal(read.task.state, 'completed');
      assert.equal(read.task.artifacts?.[0]?.parts.map((part) => part.text).join(''), 'chunk 0 chunk 1 chunk 2 ');
      assert.equal(read.task.history?.[0]?.role, 'user');
    });

    it('waits for an answer and goes on', async () => {
      const asked = await talk.expect('task', {
        operation: 'SendMessage',
        blocking: true,
        message: text('clarify the order'),
      });
      assert.equal(asked.task.state, 'input-required');
      const answer = text('the blue one', { taskId: asked.task.id });
      const done = await talk.expect('task', { operation: 'SendMessage', blocking: true, message: answer });
      assert.equal(done.task.state, 'completed');
    });

    it('answers with a message', async () => {
      const seen = await talk.expect('message', { operation: 'SendMessage', message: text('message please') });
      assert.equal(seen.message.role, 'agent');
    });

    it('is subscribed to and canceled', async () => {
      const sent = await talk.expect('task', { operation: 'SendMessage', blocking: false, message: text('slow 1000') });
      const { id: taskId } = sent.task;
      const watching = talk.call({ operation: 'SubscribeToTask', taskId });
      await talk.expect('task', { operation: 'GetTask', taskId });
      assert.equal((await talk.expect('task', { operation: 'CancelTask', taskId })).task.state, 'canceled');
      assert.match(summary(await watching), /status:canceled close:peer$/);
    });

    it('lists its tasks, or its dialect has no list', async () => {
      const call: Call = { operation: 'ListTasks', pageSize: 2, state: 'completed', includeArtifacts: true };
      if (dialect !== '1.0') {
        const { reason, sent } = await talk.expect('failure', call);
        assert.deepEqual({ reason, sent }, { reason: 'unsupported', sent: false });
        return;
      }
      const { tasks, totalSize } = await talk.expect('list', call);
      assert.deepEqual(
        tasks.map(({ state }) => state),
        ['completed', 'completed'],
      );
      assert.equal(totalSize, 2);
    });

    it('keeps push configs', async () => {
      const sent = await talk.expect('task', { operation: 'SendMessage', blocking: false, message: text('slow 1000') });
      const { id: taskId } = sent.task;
      const push = { id: 'hook/1', url: 'https://hook.example/a', token: 'a token' };
      const made = await talk.expect('config', { operation: 'CreateTaskPushNotificationConfig', taskId, push });
      assert.deepEqual(made.configs, [{ id: 'hook/1', taskId, url: push.url }]);
      const one = { taskId, configId: 'hook/1' };
      const read = await talk.expect('config', { operation: 'GetTaskPushNotificationConfig', ...one });
      assert.deepEqual(read.configs, made.configs);
      // The lab's 0.2 is that of its first SDK, which has neither list nor delete.
      if (dialect !== '0.2') {
        const listed = await talk.expect('config', { operation: 'ListTaskPushNotificationConfigs', taskId });
        assert.deepEqual(listed.configs, made.configs);
        await talk.expect('config', { operation: 'DeleteTaskPushNotificationConfig', ...one });
        const left = await talk.expect('config', { operation: 'ListTaskPushNotificationConfigs', taskId });
        assert.deepEqual(left.configs, []);
      }
      await talk.expect('task', { operation: 'CancelTask', taskId });
    });

    it('names its errors', async () => {
      const unknown = await talk.expect('error', { operation: 'CancelTask', taskId: 'no such: task/?' });
      assert.equal(unknown.name, 'TaskNotFound');
      const card = await talk.call({ operation: 'GetExtendedAgentCard' });
      assert.equal(card.at(-1)?.kind, 'error');
    });

    it('departs from its own text in nothing', () => {
      assert.deepEqual(
        talk.seen.filter(({ kind }) => kind === 'defect'),
        [],
      );
    });
  });
}
