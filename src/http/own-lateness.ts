/** How often it is looked whether this process is in time. */
const BEAT_MS = 100;
/** Less than this is the usual jitter of timers. */
export const LEAST_LATE_MS = 250;

let watchers = 0;
let timer: NodeJS.Timeout | undefined;
let beatAt = 0;
/** When the last late beat came, and by how much it was late. */
let lateAt = 0;
let lateBy = 0;

/**
 * Begins to watch whether this process reads what comes when it comes. It doesn't while it is stopped, starved or busy with
 * one thing; what came meanwhile is then read all at once. Costs a timer that keeps no process alive.
 *
 * @returns ends it
 */
export function watchLateness(): () => void {
  if (watchers++ === 0) {
    beatAt = performance.now();
    timer = setInterval(beat, BEAT_MS).unref();
  }
  let watches = true;
  return () => {
    if (!watches) return;
    watches = false;
    if (--watchers === 0) clearInterval(timer);
  };
}

/**
 * How long ago something may have come that is read now, in ms: 0 where this process is in time, or nobody watches.
 * After a delay it takes up to as long again until all that has piled up is read.
 */
export function latenessMs(now = performance.now()): number {
  if (watchers === 0) return 0;
  const overdue = now - beatAt - BEAT_MS;
  const late = now - lateAt < lateBy ? Math.max(lateBy, overdue) : overdue;
  return late < LEAST_LATE_MS ? 0 : late;
}

function beat(): void {
  const now = performance.now();
  const overdue = now - beatAt - BEAT_MS;
  beatAt = now;
  if (overdue < LEAST_LATE_MS) return;
  lateAt = now;
  lateBy = overdue;
}
