import type { ListSeen, StatusSeen, TaskSeen } from '../protocol/observation.ts';
import type { TerminalState } from '../protocol/task-state.ts';
import { contentPrint } from './compare-content.ts';
import {
  looksUnique,
  messageKey,
  pageKey,
  placeInList,
  rememberFirst,
  rememberGiven,
  rememberPage,
} from './peer-record.ts';
import type { Situation } from './situation.ts';

/** Remembers, over all tasks of the peer, in which task an artifact id was told that ought to be unique. */
export function noteOwner(artifactId: string, { task }: Situation): void {
  if (task.peer.record === undefined || task.id === undefined || !looksUnique(artifactId)) return;
  rememberFirst(task.peer.record.artifactTasks, artifactId, task.id);
}

/** Remembers the artifacts that a snapshot holds, the task that a message of ours led to, and whose first that was. */
export function noteOwners(seen: TaskSeen, at: Situation): void {
  for (const { artifactId } of seen.task.artifacts ?? []) noteOwner(artifactId, at);
  const { operation, request } = seen.vantage;
  const { record } = at.task.peer;
  const key = messageKey(request);
  if (record === undefined || key === undefined || !operation.startsWith('Send')) return;
  rememberFirst(record.messageTasks, key, seen.task.id);
  const { taskId, messageId } = request;
  const isOfOneCaller = record.callers === 'one' || looksUnique(seen.task.id);
  if (taskId !== undefined || messageId === undefined || !isOfOneCaller) return;
  rememberGiven(record.givenOut, seen.task.id, messageId);
}

/** Remembers the first end that is told of a task which was given out. */
export function noteGivenEnd({ kind, received }: TaskSeen | StatusSeen, state: TerminalState, at: Situation): void {
  const { id, peer } = at.task;
  const given = id === undefined ? undefined : peer.record?.givenOut.get(id);
  if (given === undefined || given.end !== undefined) return;
  given.end = { state, received, content: kind === 'task' ? contentPrint(at.content) : undefined };
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
