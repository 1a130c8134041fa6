import type { Basis } from '../lifecycle/finding.ts';
import type { RuleFacts } from '../lifecycle/rule.ts';
import type { LifecyclePath } from './lifecycle-path.ts';
import type { ContractSetting } from './setting.ts';
import type { Terms } from './terms/terms.ts';

/**
 * What a breach does to a plan. `refuses`: there is none. `degrades`: there is one that does without something. `noted`:
 * the plan holds, and somebody should know.
 */
export type BreachEffect = 'refuses' | 'degrades' | 'noted';

/** One thing for which card, profile and task class don't go together. */
export interface ContractBreach {
  readonly effect: BreachEffect;
  /** One sentence without an end mark. Names of the peer's are not yet escaped. */
  readonly because: string;
  /** Where in the card it lies (RFC 6901). */
  readonly pointer: string;
  /** What the plan does without, where it degrades. */
  readonly givesUp?: string;
  /** The stretch of the task that is lost; that of the rule unless given. */
  readonly path?: LifecyclePath;
}

/** A rule about what a card means for one client and one kind of task: data, a pure check, and its pair. */
export interface ContractRule extends RuleFacts {
  /** What can't be recovered where it refuses. */
  readonly path: LifecyclePath;
  /** Finds every breach on the terms. Never throws, whatever the card is. */
  readonly check: (terms: Terms) => Iterable<ContractBreach>;
  readonly pair: { readonly raises: ContractSetting; readonly nearMiss: ContractSetting };
}

/** Rests on the source documents: refuse where the client could no longer recover without abandoning the task id. */
export function invariant(says: string, clause?: string, revision?: string): Basis {
  const place = clause === undefined || revision === undefined ? {} : { clause, revision };
  return { kind: 'policy', ground: 'invariant', says, ...place };
}
