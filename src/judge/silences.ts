import { isStreaming } from '../protocol/call.ts';
import type { Bound, Observation, SilenceSeen, Vantage } from '../protocol/observation.ts';
import { vantagesOf } from './courses.ts';

/** The waits that a live guard would have noticed the end of. */
export interface SilenceBounds {
  readonly stream: Bound;
  readonly cancel: Bound;
}

export const DEFAULT_SILENCES: SilenceBounds = {
  stream: { ms: 15_000, source: 'default' },
  cancel: { ms: 10_000, source: 'default' },
};

/**
 * Adds to a recorded course the silences that it contains: streams on which nothing came for the window, cancels that
 * were not answered. Nobody noticed them while they passed, but the times tell.
 */
export function withSilences(
  observations: readonly Observation[],
  bounds: SilenceBounds = DEFAULT_SILENCES,
): readonly Observation[] {
  const last = observations.at(-1)?.received ?? 0;
  const silences = vantagesOf(observations).flatMap((vantage) => {
    const bound = boundOf(vantage, bounds);
    return bound === undefined ? [] : silencesOf(vantage, observations, bound, last);
  });
  if (silences.length === 0) return observations;
  return [...observations, ...silences].sort((a, b) => a.received - b.received);
}

function boundOf({ operation, channel }: Vantage, bounds: SilenceBounds): Bound | undefined {
  if (operation === 'CancelTask') return bounds.cancel;
  return channel === 'stream' && isStreaming(operation) ? bounds.stream : undefined;
}

function silencesOf(vantage: Vantage, all: readonly Observation[], bound: Bound, last: number): readonly SilenceSeen[] {
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
  quietUntil(last);
  return silences;
}
