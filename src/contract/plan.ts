import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import type { PlanBounds } from './bounds.ts';

/** Where the plan's calls go. */
export interface PlanInterface {
  readonly url: string;
  readonly binding: Binding;
  readonly dialect: Dialect;
  readonly tenant: string | undefined;
}

/**
 * How a task is opened.
 * - `stream`: send streaming straight away; only where the agent's streams have been verified.
 * - `id-first`: send without blocking, keep the task id, then subscribe; a mute stream costs nothing that way, and no
 *   message is ever sent twice.
 * - `poll`: send without blocking, then read.
 */
export type Opening = 'stream' | 'id-first' | 'poll';

/** How a task of a class will be sent, observed and cancelled on one agent, every bound filled in. */
export interface Plan {
  readonly interface: PlanInterface;
  readonly claims: Claims;
  readonly opening: Opening;
  /** The media types that the caller takes as a result; empty for any. */
  readonly acceptedOutputModes: readonly string[];
  readonly bounds: PlanBounds;
}
