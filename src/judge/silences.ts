import { isStreaming } from '../protocol/call.ts';
import type { Bound, Observation, SilenceSeen, Vantage } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';
import { vantagesOf } from './courses.ts';

/** The waits that a live guard would have noticed the end of. One that is absent is not judged. */
export interface SilenceBounds {
  readonly stream?: Bound;
  readonly cancel?: Bound;
  /** For records that hold whatever was delivered to web-hooks: how long the delivery of an end may take. */
  readonly push?: Bound;
}

export const DEFAULT_SILENCES = {
  stream: { ms: 15_000, source: 'default' },
  cancel: { ms: 10_000, source: 'default' },
} as const satisfies SilenceBounds;

/**
 * Adds to a recorded course the silences that it contains: streams on which nothing came for the window, cancels that
 * were not answered, web-hooks that were not called. Nobody noticed them while they passed, but the times tell.
 *
 * @param end when the recording ended, in ms on the clock of the observations
 */
export function withSilences(
  observations: readonly Observation[],
  bounds: SilenceBounds = DEFAULT_SILENCES,
  end: number = observations.at(-1)?.received ?? 0,
): readonly Observation[] {
  const silences = vantagesOf(observations).flatMap((vantage) => {
    const bound = boundOf(vantage, bounds);
    return bound === undefined ? [] : silencesOf(vantage, observations, bound, end);
  });
  silences.push(...undelivered(observations, bounds.push, end));
  if (silences.length === 0) return observations;
  return [...observations, ...silences].sort((a, b) => a.received - b.received);
}

function boundOf({ operation, channel }: Vantage, bounds: SilenceBounds): Bound | undefined {
  if (operation === 'CancelTask') return bounds.cancel;
  return channel === 'stream' && isStreaming(operation) ? bounds.stream : undefined;
}

function silencesOf(vantage: Vantage, all: readonly Observation[], bound: Bound, end: number): readonly SilenceSeen[] {
  const silences: SilenceSeen[] = [];
  let since = vantage.asked;
  const quietUntil = (until: number): void => {
    for (since += bound.ms; since <= until; since += bound.ms) {
      silences.push({ kind: 'silence', vantage, bound, received: since });
    }
  };
  for (const seen of all) {
    if (seen.vantage.id !== vantage.id || seen.kind === 'defect' || seen.kind === 'asked') continue;
    quietUntil(seen.received);
    since = seen.received;
    const answered = seen.vantage.channel !== 'stream';
    if (answered || seen.kind === 'close') return silences;
  }
  quietUntil(end);
  return silences;
}

/** One silence for each web-hook to which the end of the task should have been delivered by the end of the record. */
function undelivered(all: readonly Observation[], bound: Bound | undefined, end: number): readonly SilenceSeen[] {
  if (bound === undefined) return [];
  const ended = all.find((seen) => seen.kind === 'task' && isTerminal(seen.task.state));
  const due = (ended?.received ?? Number.POSITIVE_INFINITY) + bound.ms;
  if (due > end) return [];
  const called = new Set(all.filter(isDelivery).map(({ vantage }) => vantage.request.pushUrl));
  return vantagesOf(all)
    .filter(({ channel, request: { pushUrl } }) => channel !== 'push' && pushUrl !== undefined && !called.has(pushUrl))
    .map((vantage) => ({
      kind: 'silence' as const,
      vantage: { ...vantage, channel: 'push' as const },
      bound,
      received: due,
    }));
}

function isDelivery(seen: Observation): boolean {
  return seen.vantage.channel === 'push' && seen.kind !== 'silence';
}
