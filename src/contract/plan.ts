import type { Claim } from '../lifecycle/finding.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import type { PlanBounds } from './bounds.ts';
import type { Obligation } from './obligations.ts';
import type { ResultPredicate } from './result-predicate.ts';
import type { PlanCredential } from './terms/security-terms.ts';

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
 * - `single-shot`: one send, and its answer is all there is; where a task can't be followed or believed.
 */
export type Opening = 'stream' | 'id-first' | 'poll' | 'single-shot';

/** How a task of a class will be sent, observed and cancelled on one agent, every bound filled in. */
export interface Plan {
  readonly interface: PlanInterface;
  readonly claims: Claims;
  readonly opening: Opening;
  /** Claims on the only path that there is: when one of them turns out false, the work is taken away from the agent. */
  readonly reliesOn: readonly Claim[];
  /** The media types that the caller takes as a result; empty for any. */
  readonly acceptedOutputModes: readonly string[];
  readonly bounds: PlanBounds;
}

/** Where the agent is to call back. */
export interface PlanPush {
  readonly url: string;
  /** The scheme by which it is to authenticate; `undefined`: by certificate, or not at all. */
  readonly scheme: string | undefined;
}

/** An interface that the card prefers to the one that the plan goes by, and what speaks against it. */
export interface PassedOver {
  readonly interface: PlanInterface;
  /** Sentences without their end marks. */
  readonly because: readonly string[];
  /** What the agent was seen not to keep there: by which rule, since when, and until when that counts at least (ms). */
  readonly suspect: readonly SuspectClaim[];
}

export interface SuspectClaim {
  readonly claim: Claim;
  readonly rule: string;
  readonly since: number;
  readonly until: number;
}

/** A plan that was negotiated: all that card, profile and task class have in common, and why. */
export interface NegotiatedPlan extends Plan {
  /** Claims under suspicion, or not seen kept yet, that are tried beside something that can be relied on. */
  readonly probes: readonly Claim[];
  /** The skill that it was made for; `undefined` where the agent picks one itself. */
  readonly skill: string | undefined;
  /** Media types for the work, and for answers to questions, preferred ones first; empty for any. */
  readonly inputModes: readonly string[];
  readonly followUpModes: readonly string[];
  /** Credentials that go with every call. */
  readonly credentials: readonly PlanCredential[];
  /** URIs of extensions to activate. */
  readonly extensions: readonly string[];
  /** `undefined`: no push notifications. */
  readonly push: PlanPush | undefined;
  /** What a completed task must hold. */
  readonly result: ResultPredicate | undefined;
  /** What the agent owes by its claims, and how each is seen in bounded time. */
  readonly obligations: readonly Obligation[];
  /** `undefined` where it goes by the first interface of the card that this client speaks. */
  readonly passedOver?: PassedOver;
  /** What the plan does, sentence by sentence. Names of the peer's in it are not yet escaped. */
  explain(this: NegotiatedPlan): readonly string[];
}
