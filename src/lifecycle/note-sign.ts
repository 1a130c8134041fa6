import type { Situation } from './situation.ts';

/** Something of the task changed. */
export function noteSign(at: Situation): void {
  const { task } = at;
  if (task.lastSignAt !== 0) task.longestGapMs = Math.max(task.longestGapMs, at.now - task.lastSignAt);
  task.lastSignAt = at.now;
}
