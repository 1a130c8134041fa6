import type { Claims } from '../../src/lifecycle/peer-facts.ts';
import type { Observation } from '../../src/protocol/observation.ts';

/** What was seen of one interface of a peer, and which of its tasks each call was about. */
export interface PeerTrace {
  readonly claims: Claims;
  readonly observations: readonly Observation[];
  /** The task of each vantage; 0 for any that isn't named. */
  readonly taskOf: ReadonlyMap<number, number>;
}

/** The number of the task that an observation is about. */
export function taskOf(trace: PeerTrace, seen: Observation): number {
  return trace.taskOf.get(seen.vantage.id) ?? 0;
}

/** A trace for people to read. */
export function written(trace: PeerTrace): string {
  const lines = trace.observations.map((seen, place) => {
    const { vantage, received, kind, ...facts } = seen;
    const { id, channel, operation, asked, request } = vantage;
    const call = `task ${taskOf(trace, seen)}, ${channel} ${id} ${operation} ${JSON.stringify(request)}`;
    return `${place}: ${asked} to ${received}, ${call}: ${kind} ${JSON.stringify(facts)}`;
  });
  return [JSON.stringify(trace.claims), ...lines].join('\n');
}
