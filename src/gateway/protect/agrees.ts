import { contentDigest } from '../../protocol/content-digest.ts';
import type { Task } from '../../protocol/model.ts';
import type { Final } from './follower.ts';

/** Whether a snapshot shows the end that reads have shown. */
export function showsEnd(task: Task, { state, task: end }: Final): boolean {
  if (task.state !== state) return false;
  if (end === undefined || end === task) return true;
  return contentDigest(task.artifacts, task.statusMessage) === contentDigest(end.artifacts, end.statusMessage);
}

/** Whether a snapshot is what the caller is to be told in the end: with all that streams have brought besides. */
export function agrees(task: Task, final: Final): boolean {
  return final.streamed.length === 0 && showsEnd(task, final);
}
