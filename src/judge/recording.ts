import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Observation } from '../protocol/observation.ts';

/** The agent that was spoken to, as the record tells it. */
export interface Addressee {
  /** By its card. */
  readonly name: string | undefined;
  /** Where its interface is: a path, with the origin before it where the record tells that. */
  readonly address: string;
  readonly tenant: string | undefined;
}

/** What was recorded of one interface of an agent. */
export interface Recording {
  /** Whom it is of; `undefined` where nothing tells it. */
  readonly agent?: Addressee;
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
