import type { Observation } from '../protocol/observation.ts';
import type { TaskRecord } from './record.ts';
import type { Moment } from './situation.ts';

/** Puts what is seen in order. It is told the time by what is seen, and reads none itself. */
export interface ObservationClock {
  /** Sets when the call of an observation was asked, and when the observation was received. */
  tell(seen: Observation, at: { readonly task: TaskRecord; asked: Moment; now: Moment }): void;
}

/** No more calls than these are remembered while they are under way; of others the times alone tell the order. */
const MOST_CALLS = 4_096;

/**
 * A clock of whole ms (see `Moment`). What was seen before a call was asked was received before it, however short before,
 * so calls under way are remembered with their place among what was seen.
 */
export function createClock(): ObservationClock {
  const asked = new Map<number, Moment>();
  let began: number | undefined;
  return {
    tell({ kind, vantage, received }, at) {
      began ??= Math.floor(vantage.asked) - 1;
      const { task } = at;
      if (kind === 'asked') {
        at.now = Math.max(Math.floor(vantage.asked - began), task.clock + 1);
        at.asked = at.now;
        asked.set(vantage.id, at.now);
        if (asked.size > MOST_CALLS) forgetOldest(asked);
      } else if (vantage.channel === 'stream') {
        // A stream has a record of its own, which says when it was asked for.
        at.now = Math.max(Math.ceil(received - began), task.clock);
        at.asked = Math.floor(vantage.asked - began);
      } else {
        at.now = Math.max(Math.ceil(received - began), task.clock);
        at.asked = asked.get(vantage.id) ?? Math.floor(vantage.asked - began);
        // Nothing comes after the answer.
        if (kind !== 'defect' && kind !== 'silence') asked.delete(vantage.id);
      }
      task.clock = at.now;
    },
  };
}

function forgetOldest(asked: Map<number, Moment>): void {
  for (const id of asked.keys()) {
    asked.delete(id);
    return;
  }
}
