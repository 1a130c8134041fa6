import type { CardFinding } from '../card/finding.ts';
import type { BreachEffect } from './contract-rule.ts';
import type { LifecyclePath } from './lifecycle-path.ts';
import type { NegotiatedPlan } from './plan.ts';
import type { Acquirable } from './profile.ts';
import type { Channel } from './terms/terms.ts';

/** What a card breaks for one client and one kind of task, and where in the card it lies. */
export interface ContractFinding extends CardFinding {
  /** `defers`: it would refuse, and something that can be had or read may settle it. */
  readonly effect: ContractEffect;
}

export type ContractEffect = BreachEffect | 'defers';

/** Why there is no plan. */
export interface Reason {
  readonly rule: string;
  /** The stretch of the task that could not be recovered without abandoning its id. */
  readonly path: LifecyclePath;
  /** A sentence without its end mark. */
  readonly because: string;
}

/** What would have to be had or read before it can be decided. */
export type Lack =
  | { readonly kind: 'profile'; readonly field: Acquirable }
  | { readonly kind: 'channel'; readonly channel: Channel };

/** Something that the plan does without. */
export interface GivenUp {
  readonly what: string;
  readonly rule: string;
  readonly because: string;
}

/** Whether, and how, a kind of task can be carried through on an agent. `findings` holds everything that was found. */
export type Negotiation =
  | { readonly decision: 'accept'; readonly plan: NegotiatedPlan; readonly findings: readonly ContractFinding[] }
  | {
      readonly decision: 'degrade';
      readonly plan: NegotiatedPlan;
      readonly givenUp: readonly GivenUp[];
      readonly findings: readonly ContractFinding[];
    }
  | {
      readonly decision: 'defer';
      readonly needs: readonly Lack[];
      readonly reasons: readonly Reason[];
      readonly findings: readonly ContractFinding[];
    }
  | { readonly decision: 'refuse'; readonly reasons: readonly Reason[]; readonly findings: readonly ContractFinding[] };
