import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Capability } from './capability.ts';
import type { Stage } from './stage.ts';

/**
 * What a scenario leaves behind at the agent: nothing, however sloppy the agent is; the one task that is safe to begin,
 * since it shows most; or more.
 */
export type Effects = 'nothing' | 'one task' | 'tasks';

/** Who the audit can be: there are credentials, and those of another identity, which has nothing to do with the first. */
export interface Means {
  readonly credentials: boolean;
  readonly secondIdentity: boolean;
  readonly identitiesAreSeparate: boolean;
}

/** One way to exercise what an agent owes. */
export interface Scenario {
  readonly id: string;
  /** What is done, in a few words for people. */
  readonly title: string;
  /** What it can exercise; what it did exercise, its run says. */
  readonly capabilities: readonly Capability[];
  readonly effects: Effects;
  /** It is about the agent, not about an interface: one interface is enough. */
  readonly once?: true;
  /** Whether it has anything to show where the card claims this. Absent: always. */
  readonly appliesTo?: (claims: Claims) => boolean;
  /**
   * Makes the calls. Throws `Untested` where it lacks something; what it said to have exercised before counts all the
   * same. It judges nothing itself: what its calls brought is judged by the rules.
   */
  readonly run: (stage: Stage) => Promise<void>;
}
