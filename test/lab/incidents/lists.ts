import assert from 'node:assert/strict';
import type { Incidents, Stage } from './stage.ts';

async function three({ client }: Stage): Promise<readonly string[]> {
  const made = [await client.send('hello'), await client.send('hello'), await client.send('clarify')];
  return made.map(({ taskId = '' }) => taskId);
}

const idsOf = (page: { tasks: readonly { id: string }[] }) => page.tasks.map(({ id }) => id);

export const lists: Incidents = {
  'list-leaks-artifacts': async (stage) => {
    await three(stage);
    const { tasks } = await stage.client.list();
    assert.ok(tasks.some((task: { artifacts?: unknown[] }) => (task.artifacts ?? []).length > 0));
  },
  'list-unordered': async (stage) => {
    const made = await three(stage);
    assert.deepEqual(idsOf(await stage.client.list()), made);
  },
  'list-never-ends': async (stage) => {
    await three(stage);
    const first = await stage.client.list({ pageSize: 2 });
    const second = await stage.client.list({ pageSize: 2, pageToken: first.nextPageToken });
    assert.deepEqual(idsOf(second), idsOf(first));
    assert.notEqual(second.nextPageToken, '');
  },
  'list-goes-round': async (stage) => {
    await three(stage);
    const first = await stage.client.list({ pageSize: 2 });
    const second = await stage.client.list({ pageSize: 2, pageToken: first.nextPageToken });
    assert.deepEqual([idsOf(second), second.nextPageToken], [idsOf(first), first.nextPageToken]);
    assert.equal((await stage.client.list({ pageSize: 3 })).nextPageToken, '');
  },
  'list-misses-tasks': async (stage) => {
    await three(stage);
    assert.deepEqual(idsOf(await stage.client.list()), []);
  },
  'list-in-one-page': async (stage) => {
    const made = await three(stage);
    assert.equal((await stage.client.list({ pageSize: 1 })).tasks.length, made.length);
  },
  'list-ignores-filters': async (stage) => {
    const made = await three(stage);
    const page = await stage.client.list({ status: 'TASK_STATE_INPUT_REQUIRED' });
    assert.equal(page.tasks.length, made.length);
  },
};
