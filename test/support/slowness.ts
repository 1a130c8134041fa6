import { availableParallelism, loadavg } from 'node:os';

/** Beyond this, tests would take longer than they are given. */
const MOST = 6;
const WORK_MS = 8;

/**
 * How many times as long as on an idle machine things take on this one, as it is when the tests of a file begin. Bounds
 * that an honest peer keeps within are stretched by it, so that no test rests on having the machine for itself.
 */
export const SLOWNESS = Math.min(Math.max(1, waitedFor(WORK_MS), (loadavg()[0] ?? 0) / availableParallelism()), MOST);

/** How much longer than its own time some work takes, as others have theirs in between. */
function waitedFor(workMs: number): number {
  const before = process.cpuUsage();
  const began = performance.now();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= workMs * 1_000) return (performance.now() - began) / workMs;
  }
}
