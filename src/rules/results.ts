import type { Situation } from '../lifecycle/situation.ts';
import type { Observation } from '../protocol/observation.ts';

/** What a call may result in, as against an error or nothing. */
export const RESULTS = ['task', 'status', 'artifact', 'message'] as const;
/** What comes by a stream after its first frame. */
export const EVENTS = ['status', 'artifact'] as const;

/** Whether this is the answer to a plain call, or the first frame of a stream. */
export function isFirstAnswer(seen: Observation, at: Situation): boolean {
  return seen.vantage.channel === 'answer' || at.stream?.frames === 0;
}
