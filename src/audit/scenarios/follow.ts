import type { SeenStream } from '../seen-stream.ts';
import { isOver } from '../seen-stream.ts';
import type { Stage } from '../stage.ts';
import type { Work } from '../work.ts';

/** How long a task that won't end is followed. */
const MOST_MS = 60_000;

/**
 * Follows streams of a task until it has ended and they are closed, or should long have been; then reads it until its
 * end is settled. Reads go on beside the streams, so that both can be compared.
 */
export async function followToEnd(stage: Stage, work: Work, streams: readonly SeenStream[]): Promise<void> {
  const closed = (): boolean => streams.every(isOver);
  const silenceMs = (): number => stage.pace.silenceMs;
  const mostMs = (): number => Math.min(stage.pace.times.patienceMs, Math.max(MOST_MS, silenceMs()));
  await work.readUntil(() => work.ended || closed(), mostMs);
  if (!work.ended) await work.readUntil(() => work.ended, closed() ? mostMs : silenceMs);
  if (!closed()) await work.untilSilent(closed);
  if (work.id === undefined) return;
  await work.read();
  if (work.ended) await work.settle();
}
