import assert from 'node:assert/strict';
import { type HookCall, openHook } from '../web-hook.ts';
import { cardOf, type Incident, type Incidents, type Stage } from './stage.ts';

type Hook = Awaited<ReturnType<typeof openHook>>;

/** Runs an incident with a web-hook to be called. */
function hooked(incident: (stage: Stage, hook: Hook) => Promise<void>): Incident {
  return async (stage) => {
    const hook = await openHook();
    try {
      await incident(stage, hook);
    } finally {
      hook.close();
    }
  };
}

/** Has a task end that the web-hook was asked to be told of; resolves to its id and the last call. */
async function told({ client }: Stage, hook: Hook, isLast = (call: HookCall) => call.seen.state === 'completed') {
  const { taskId = '' } = await client.send('clarify');
  await client.setPush(taskId, hook.url);
  await client.send('the blue one', { taskId });
  return { taskId, last: await hook.until(isLast) };
}

export const push: Incidents = {
  'push-config-refused': hooked(async ({ client }, hook) => {
    const { taskId = '' } = await client.send('slow 1000', { wait: false });
    assert.equal((await client.setPush(taskId, hook.url)).kind, 'error');
  }),
  'push-config-replaced': hooked(async ({ client }, hook) => {
    const other = await openHook();
    const { taskId = '' } = await client.send('clarify');
    await client.setPush(taskId, other.url, 'first');
    await client.setPush(taskId, hook.url, 'second');
    await client.send('the blue one', { taskId });
    await hook.until(({ seen }) => seen.state === 'completed');
    assert.equal(other.calls.length, 0);
    other.close();
  }),
  'push-inline-ignored': hooked(async ({ client, peer }, hook) => {
    const { taskId = '' } = await client.send('hello', { pushUrl: hook.url });
    assert.deepEqual(
      peer.ledger.ofTask(taskId).filter(({ kind }) => kind === 'push'),
      [],
    );
  }),
  'push-delete-ignored': hooked(async ({ client }, hook) => {
    const { taskId = '' } = await client.send('clarify');
    await client.setPush(taskId, hook.url);
    assert.notEqual((await client.deletePush(taskId)).kind, 'error');
    await client.send('the blue one', { taskId });
    assert.equal((await hook.until(({ seen }) => seen.state === 'completed')).seen.taskId, taskId);
  }),
  'push-delete-once': hooked(async ({ client }, hook) => {
    const { taskId = '' } = await client.send('clarify');
    await client.setPush(taskId, hook.url);
    assert.notEqual((await client.deletePush(taskId)).kind, 'error');
    assert.equal((await client.deletePush(taskId)).kind, 'error');
  }),
  'push-out-of-order': hooked(async (stage, hook) => {
    await told(stage, hook, () => hook.calls.length === 3);
    const [first, second, third] = hook.calls.map(({ seen }) => seen);
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    // The artifact overtakes the state that came before it; each call of 0.x tells the whole task.
    assert.deepEqual(
      [first.kind, first.artifacts ?? 1, second.state, third.state],
      [stage.latest ? 'artifact' : 'task', 1, 'working', 'completed'],
    );
  }),
  'push-repeated': hooked(async (stage, hook) => {
    await told(stage, hook, () => hook.calls.filter(({ seen }) => seen.state === 'completed').length === 3);
    assert.equal(hook.calls.length, 9);
  }),
  'push-wrong-body': hooked(async (stage, hook) => {
    const { last } = await told(stage, hook, () => hook.calls.length === 3);
    const { json } = last.seen;
    assert.equal(stage.latest ? json.statusUpdate : json.kind, undefined);
  }),
  'push-wrong-task': hooked(async (stage, hook) => {
    const { taskId, last } = await told(stage, hook);
    assert.notEqual(last.seen.taskId, taskId);
  }),
  'push-untyped': hooked(async (stage, hook) => {
    const { last } = await told(stage, hook);
    assert.deepEqual([last.headers['content-type'], last.headers['a2a-version']], [undefined, undefined]);
  }),
  'push-undeclared': hooked(async (stage, hook) => {
    assert.equal((await cardOf(stage)).capabilities.pushNotifications, false);
    assert.equal((await told(stage, hook)).last.seen.state, 'completed');
  }),
};
