import type { LookupFunction } from 'node:net';
import type { PlanBounds } from '../contract/bounds.ts';
import type { Profile } from '../contract/profile.ts';
import type { TaskClass } from '../contract/task-class.ts';
import type { GatewayEvent } from './gateway-event.ts';
import type { GatewayState } from './gateway-state.ts';
import type { GatewayLimits } from './limits.ts';

/** `watch` reports and changes nothing; `protect` also acts on what it sees. */
export type Level = 'watch' | 'protect';

/** How a peer's tasks are protected. */
export interface Protection {
  /** Whether an end that was told is held back until reads have verified it. */
  readonly settle: 'wait' | 'immediate';
  /** Whether a cancel is answered once it is verified, or as the agent answers it. */
  readonly cancelConfirm: 'wait' | 'immediate';
  /** What becomes of a task whose caller leaves its stream. */
  readonly onLeave: 'keep' | 'cancel';
  /**
   * How a streaming send goes out: as it is, or as a send that does not wait with a subscription behind it, so that a
   * mute stream can't hide the task's id. `auto` takes the second way until a stream of that interface was seen to work.
   */
  readonly opening: 'auto' | 'stream' | 'id-first';
  /**
   * What the tasks of its callers need. One that can't be carried through is refused before it exists; one that turns
   * out to rest on a claim that is false is cancelled, and its message never sent to this agent again.
   */
  readonly tasks: Partial<TaskClass> | undefined;
  /** What its callers can do, besides what their calls say of themselves; only where `tasks` is given. */
  readonly profile: Partial<Profile> | undefined;
}

/** An agent that a gateway stands before. */
export interface PeerOptions extends Partial<Protection> {
  /** The first segment of its path: letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  /** The agent's base URL, or that of its card. */
  readonly target: string;
  /** `protect` unless given. */
  readonly level?: Level;
  /** Further origins that its card may name; the interfaces on any other are left out. */
  readonly origins?: readonly string[];
}

export interface GatewayOptions {
  readonly peers: readonly PeerOptions[];
  /** A loopback address, 127.0.0.1 unless given: callers are not authenticated, so no other may reach it. */
  readonly host?: string;
  /** 4780 unless given; 0 takes a free one. */
  readonly port?: number;
  readonly limits?: Partial<GatewayLimits>;
  /** Single bounds of reading and settling. */
  readonly bounds?: Partial<PlanBounds>;
  /** Names by which callers may address the gateway besides those of loopback. */
  readonly hosts?: readonly string[];
  /** Addresses of proxies whose forwarding headers are believed. */
  readonly trustedProxies?: readonly string[];
  /**
   * What it takes over from the one before it, and leaves to the next: trust, and the ends that callers were told. Without
   * it, all that it knows lives in memory.
   */
  readonly state?: GatewayState;
  /** Told what happens, synchronously. */
  readonly report?: (event: GatewayEvent) => void;
  /** Resolves the names of agents; the system's resolver unless given. */
  readonly lookup?: LookupFunction;
}

export const DEFAULT_PROTECTION: Protection = {
  settle: 'wait',
  cancelConfirm: 'wait',
  onLeave: 'keep',
  opening: 'auto',
  tasks: undefined,
  profile: undefined,
};
