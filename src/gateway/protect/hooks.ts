import type { Observation } from '../../protocol/observation.ts';
import type { CallSight } from '../sight/call-sight.ts';

/** What somebody else wants to know of a call that is being carried out. */
export interface CallHooks {
  /** It is being looked at. */
  began?(sight: CallSight): void;
  /** It is known that the agent has not taken it in. */
  untouched?(): void;
  /** Something of the answer was seen. */
  seen?(seen: Observation): void;
}
