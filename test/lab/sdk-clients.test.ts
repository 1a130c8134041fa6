import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Role, TaskState } from '@a2a-js/sdk';
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { A2AClient } from 'a2a-0.2/client';
import * as old from 'a2a-0.3/client';
import { type Binding, startLab } from '../../src/lab/index.ts';
import { stepMs } from './matrix.ts';

/*
 * The clients of the official SDKs find nothing strange about the lab's honest agent: they fetch its card, stream,
 * read, cancel and are told errors by name.
 */

describe('the clients of the official SDKs and the honest agent', { concurrency: true }, () => {
  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const satisfies readonly Binding[]) {
    it(`1.3.0 over ${binding}`, async () => {
      const peer = await startLab({ stepMs, bindings: [binding] });
      const transports = [new JsonRpcTransportFactory(), new RestTransportFactory()];
      const client = await new ClientFactory({ transports }).createFromUrl(peer.url);
      const request = (text: string) => ({
        tenant: '',
        metadata: {},
        configuration: undefined,
        message: {
          messageId: crypto.randomUUID(),
          role: Role.ROLE_USER,
          parts: [
            {
              content: { $case: 'text' as const, value: text },
              metadata: undefined,
              filename: '',
              mediaType: 'text/plain',
            },
          ],
          contextId: '',
          taskId: '',
          metadata: {},
          extensions: [],
          referenceTaskIds: [],
        },
      });

      const cases: string[] = [];
      let id = '';
      for await (const { payload } of client.sendMessageStream(request('hello'))) {
        if (payload === undefined) continue;
        cases.push(payload.$case);
        if (payload.$case === 'task') id = payload.value.id;
      }
      assert.deepEqual(cases, [
        'task',
        'statusUpdate',
        'artifactUpdate',
        'artifactUpdate',
        'artifactUpdate',
        'statusUpdate',
      ]);
      const task = await client.getTask({ tenant: '', id, historyLength: 10 });
      assert.equal(task.status?.state, TaskState.TASK_STATE_COMPLETED);
      assert.equal(task.artifacts[0]?.parts.length, 3);
      await assert.rejects(client.cancelTask({ tenant: '', id, metadata: {} }), { name: 'TaskNotCancelableError' });
      await assert.rejects(client.getTask({ tenant: '', id: 'nobody' }), { name: 'TaskNotFoundError' });

      for await (const { payload } of client.sendMessageStream(request('slow 1000'))) {
        if (payload?.$case === 'task') id = payload.value.id;
        if (payload?.$case !== 'artifactUpdate') continue;
        const canceled = await client.cancelTask({ tenant: '', id, metadata: {} });
        assert.equal(canceled.status?.state, TaskState.TASK_STATE_CANCELED);
      }
      await peer.close();
    });

    it(`0.3.14 over ${binding}`, async () => {
      const peer = await startLab({ dialect: '0.3', stepMs, bindings: [binding], protoJson: true });
      const transports = [new old.JsonRpcTransportFactory(), new old.RestTransportFactory()];
      const client = await new old.ClientFactory({ transports }).createFromUrl(peer.url);
      const kinds: string[] = [];
      let id = '';
      for await (const event of client.sendMessageStream(messageOf('hello'))) {
        kinds.push(event.kind);
        if (event.kind === 'task') id = event.id;
      }
      assert.deepEqual(kinds, [
        'task',
        'status-update',
        'artifact-update',
        'artifact-update',
        'artifact-update',
        'status-update',
      ]);
      assert.equal((await client.getTask({ id })).status.state, 'completed');
      await assert.rejects(client.cancelTask({ id }), old.TaskNotCancelableError);
      await assert.rejects(client.getTask({ id: 'nobody' }), old.TaskNotFoundError);
      await peer.close();
    });
  }

  it('0.2.5 over JSONRPC', async () => {
    const peer = await startLab({ dialect: '0.2', stepMs });
    const client = new A2AClient(peer.url);
    const kinds: string[] = [];
    for await (const event of client.sendMessageStream(messageOf('hello'))) kinds.push(event.kind);
    assert.equal(kinds[0], 'task');
    assert.equal(kinds.at(-1), 'status-update');
    const sent = await client.sendMessage(messageOf('clarify'));
    assert.ok('result' in sent && sent.result.kind === 'task');
    assert.equal(sent.result.status.state, 'input-required');
    const canceled = await client.cancelTask({ id: sent.result.id });
    assert.ok('result' in canceled);
    assert.equal(canceled.result.status.state, 'canceled');
    await peer.close();
  });
});

function messageOf(text: string) {
  const messageId = crypto.randomUUID();
  return {
    message: { kind: 'message' as const, role: 'user' as const, messageId, parts: [{ kind: 'text' as const, text }] },
  };
}
