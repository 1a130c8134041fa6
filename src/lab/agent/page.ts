import type { Params } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { Task, TaskPage } from '../model.ts';
import type { TaskStore } from './task-store.ts';

/**
 * One page of the tasks that match, last updated first (1.0 §3.1.4). A page token names the last task of the page
 * before, so tasks that are updated meanwhile can't shift the pages behind it.
 * @throws Fault `invalid-params` for a page size outside 1–100 or a token that isn't ours.
 */
export function pageOf(store: TaskStore, params: Params, owner: string): TaskPage {
  const { pageSize = 50, pageToken = '' } = params;
  if (pageSize < 1 || pageSize > 100) throw new Fault('invalid-params', 'pageSize must be from 1 to 100.');
  const found = store.search({ ...params, owner });
  const start = pageToken === '' ? 0 : found.findIndex(({ id }) => id === pageToken) + 1;
  if (pageToken !== '' && start === 0) throw new Fault('invalid-params', 'pageToken is not known.');
  const tasks = found.slice(start, start + pageSize);
  const more = start + pageSize < found.length;
  return {
    tasks: tasks.map((task) => shorten(task, params)),
    nextPageToken: more ? (tasks.at(-1)?.id ?? '') : '',
    pageSize,
    totalSize: found.length,
  };
}

function shorten(task: Task, { includeArtifacts, historyLength }: Params): Task {
  return trimHistory(includeArtifacts === true ? task : { ...task, artifacts: undefined }, historyLength);
}

/** The task with no more of its history than asked for (1.0 §3.2.4). */
export function trimHistory(task: Task, historyLength: number | undefined): Task {
  if (historyLength === undefined || task.history === undefined) return task;
  return { ...task, history: historyLength <= 0 ? undefined : task.history.slice(-historyLength) };
}
