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
  const times = observations.map(({ received }) => received);
  const seenBy = Map.groupBy(observations, ({ vantage }) => vantage.id);
  const silences = vantagesOf(observations).flatMap((vantage) => {
    const bound = boundOf(vantage, bounds);
    return bound === undefined ? [] : silencesOf(vantage, seenBy.get(vantage.id) ?? [], times, bound, end);
  });
  silences.push(...undelivered(observations, bounds.push, end));
  if (silences.length === 0) return observations;
  return [...observations, ...silences].sort((a, b) => a.received - b.received);
}

function boundOf({ operation, channel }: Vantage, bounds: SilenceBounds): Bound | undefined {
  if (operation === 'CancelTask') return bounds.cancel;
  return channel === 'stream' && isStreaming(operation) ? bounds.stream : undefined;
}

/** @param times when anything of the course was seen, in order */
function silencesOf(
  vantage: Vantage,
  seenByIt: readonly Observation[],
  times: readonly number[],
  bound: Bound,
  end: number,
): readonly SilenceSeen[] {
  const silences: SilenceSeen[] = [];
  const quiet = (since: number, until: number): void => {
    for (const received of windowsIn(since, until, bound.ms, times)) {
      silences.push({ kind: 'silence', vantage, bound, received });
    }
  };
  let since = vantage.asked;
  for (const seen of seenByIt) {
    if (seen.kind === 'defect' || seen.kind === 'asked') continue;
    quiet(since, seen.received);
    since = seen.received;
    const answered = seen.vantage.channel !== 'stream';
    if (answered || seen.kind === 'close') return silences;
  }
  quiet(since, end);
  return silences;
}

/**
 * The ends of the windows in a time of silence that can tell anything: the first, and the two after whatever else was
 * seen meanwhile. While nothing happens at all, one silence is like the other, however many there are.
 */
function windowsIn(since: number, until: number, ms: number, times: readonly number[]): readonly number[] {
  const most = Math.floor((until - since) / ms);
  if (most < 1) return [];
  const told = new Set([1]);
  for (let at = firstAfter(times, since); at < times.length; at++) {
    const time = times[at] ?? until;
    if (time > until) break;
    const window = Math.ceil((time - since) / ms);
    told.add(window).add(window + 1);
  }
  return [...told].filter((window) => window >= 1 && window <= most).map((window) => since + window * ms);
}

/** The first place in an ascending list at which there is more than that. */
function firstAfter(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** One silence for each web-hook to which the end of the task should have been delivered by the end of the record. */
function undelivered(all: readonly Observation[], bound: Bound | undefined, end: number): readonly SilenceSeen[] {
  if (bound === undefined) return [];
  const ended = all.find((seen) => seen.kind === 'task' && isTerminal(seen.task.state));
  const due = (ended?.received ?? Number.POSITIVE_INFINITY) + bound.ms;
  if (due > end) return [];
  const told = new Set(all.filter(tellsEnd).map(({ vantage }) => vantage.request.pushUrl));
  return vantagesOf(all)
    .filter(({ channel, request: { pushUrl } }) => channel !== 'push' && pushUrl !== undefined && !told.has(pushUrl))
    .map((vantage) => ({
      kind: 'silence' as const,
      vantage: { ...vantage, channel: 'push' as const },
      bound,
      received: due,
    }));
}

/** Whether this is the delivery of an end, however late. */
function tellsEnd(seen: Observation): boolean {
  if (seen.vantage.channel !== 'push') return false;
  return isTerminal(seen.kind === 'task' ? seen.task.state : seen.kind === 'status' ? seen.state : undefined);
}
