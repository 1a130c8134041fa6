import { contentDigest } from '../../protocol/content-digest.ts';
import type { Task } from '../../protocol/model.ts';
import type { Final } from './follower.ts';

/** Whether a snapshot tells the end that the caller is to be told. */
export function agrees(task: Task, { state, task: end, streamed }: Final): boolean {
  if (task.state !== state || streamed.length > 0) return false;
  if (end === undefined || end === task) return true;
  return contentDigest(task.artifacts, task.statusMessage) === contentDigest(end.artifacts, end.statusMessage);
}
