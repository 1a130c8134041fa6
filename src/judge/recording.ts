import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Observation } from '../protocol/observation.ts';

/** What was recorded of one interface of an agent. */
export interface Recording {
  /** What its card claims of it; members are `undefined` where no card is known. */
  readonly claims: Claims;
  /** In order of receipt; of one task or of several. Times are in ms since the recording began. */
  readonly observations: readonly Observation[];
  /**
   * Whether the record says when each frame of a stream came. Where it doesn't, frames are dated at the end of their
   * stream, the one moment at which all have come for certain, and nothing is concluded from when they came.
   */
  readonly framesTimed: boolean;
}
