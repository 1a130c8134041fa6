import type { ListSeen, TaskSeen } from '../protocol/observation.ts';
import { looksUnique, messageKey, pageKey, placeInList, rememberFirst, rememberPage } from './peer-record.ts';
import type { Situation } from './situation.ts';

/** Remembers, over all tasks of the peer, in which task an artifact id was told that ought to be unique. */
export function noteOwner(artifactId: string, { task }: Situation): void {
  if (task.peer.record === undefined || task.id === undefined || !looksUnique(artifactId)) return;
  rememberFirst(task.peer.record.artifactTasks, artifactId, task.id);
}

/** Remembers the artifacts that a snapshot holds, and the task that a message of ours led to. */
export function noteOwners(seen: TaskSeen, at: Situation): void {
  for (const { artifactId } of seen.task.artifacts ?? []) noteOwner(artifactId, at);
  const { operation, request } = seen.vantage;
  const { record } = at.task.peer;
  const key = messageKey(request);
  if (record === undefined || key === undefined || !operation.startsWith('Send')) return;
  rememberFirst(record.messageTasks, key, seen.task.id);
}

/** Remembers what a page of a list showed last, by the token that leads on from it. */
export function notePage({ tasks, nextPageToken, vantage }: ListSeen, { task }: Situation): void {
  const pages = task.peer.record?.pages;
  const next = pageKey(vantage.request, nextPageToken);
  const last = tasks.at(-1);
  if (pages === undefined || next === undefined || last === undefined) return;
  const own = pageKey(vantage.request, vantage.request.pageToken);
  const before = own === undefined ? [] : (pages.get(own) ?? []);
  rememberPage(pages, next, [...before, placeInList(last)]);
}
