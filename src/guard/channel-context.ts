import type { Plan } from '../contract/plan.ts';
import type { Clock } from '../http/clock.ts';
import type { AskOptions, InterfaceClient } from '../http/interface-client.ts';
import type { Call } from '../protocol/call.ts';
import type { Observe } from '../protocol/observation.ts';
import type { Course } from './course.ts';
import type { PeerPace } from './peer-pace.ts';

/** What the channels of one delegation have in common. */
export interface ChannelContext {
  readonly plan: Plan;
  readonly client: InterfaceClient;
  readonly course: Course;
  readonly clock: Clock;
  readonly pace: PeerPace;
  /** Whether a subscription is tried, although reads are relied on. */
  readonly subscribes: boolean;
  /** Fires when the delegation ends. */
  readonly over: AbortSignal;
  /** Takes in what a call brings. */
  readonly see: Observe;
  /** Makes a call; calls `done` when all that it brought has been seen. */
  readonly ask: (call: Call, timeoutMs: AskOptions['timeoutMs'] & number, done?: () => void, observe?: Observe) => void;
}

export const NEVER = Number.POSITIVE_INFINITY;
