import type { DelegationEvent } from '../guard/delegation-event.ts';
import type { BeliefBehind } from './caller-behind.ts';
import type { GuardedResult } from './guarded-caller.ts';
import type { Incident } from './incidents.ts';
import type { PlainBelief } from './plain-caller.ts';
import type { Scene } from './scene.ts';
import type { DemoTimes } from './times.ts';
import type { Truth } from './truth.ts';

/** One piece of work at one agent, as a caller gets it. */
export interface CallerWork {
  readonly url: string;
  readonly scene: Scene;
  readonly times: DemoTimes;
  readonly onEvent: (event: DelegationEvent) => void;
  readonly signal: AbortSignal | undefined;
}

/** What a caller went away with: what it was told and believes, with a gateway between or none, or what a guard concluded. */
export type Account =
  | { readonly kind: 'believed'; readonly belief: PlainBelief; readonly behind?: Omit<BeliefBehind, 'belief'> }
  | { readonly kind: 'concluded'; readonly result: GuardedResult }
  /** Its client threw an error at it. */
  | { readonly kind: 'thrown'; readonly message: string };

/** One way to delegate: a column of the demonstration. */
export interface Caller {
  /** What it is called in JSON. */
  readonly name: string;
  readonly title: string;
  /** Whether it has nothing to protect it: a lie that does it no harm is none. */
  readonly unprotected: boolean;
  delegate(work: CallerWork): Promise<Account>;
  /** The harm that it came to, by the ledger of the agent that it had. */
  incidents(account: Account, truth: Truth, scene: Scene): readonly Incident[];
}
