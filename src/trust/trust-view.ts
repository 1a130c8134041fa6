import type { Claim } from '../lifecycle/finding.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';

/** What trust is kept of: one interface of one agent, as one tenant, under one credential (D§7). */
export interface InterfaceKey {
  readonly cardUrl: string;
  readonly interfaceUrl: string;
  readonly binding: Binding;
  readonly dialect: Dialect;
  readonly tenant: string | undefined;
  /** The name of the credential, never the credential itself; `undefined` for anonymous calls. */
  readonly credential: string | undefined;
}

/** What a claim of an interface is worth by now. Times are in ms since the epoch. */
export type Standing =
  /** Declared and never exercised, or so long ago that it says nothing any more. */
  | { readonly state: 'unverified' }
  /** Last exercised at `keptAt`, and kept; `times` in a row. */
  | { readonly state: 'verified'; readonly keptAt: number; readonly times: number }
  /** Broken at `since`, as the finding of `rule` shows. Nothing relies on it before `until`, nor before a probe has passed. */
  | {
      readonly state: 'suspect';
      readonly since: number;
      readonly until: number;
      readonly rule: string;
      readonly relapses: number;
    };

/** A piece of work that was refused to a peer, and is never sent there again. */
export interface Refusal {
  readonly at: number;
  readonly why: string;
}

/** One kind of message to one skill: what its media types are remembered of. */
export interface Turn {
  readonly at: InterfaceKey;
  /** The skill asked for; `undefined` where the caller named none. */
  readonly skill: string | undefined;
  /** The first message of a task, or one that resumes it in that state. */
  readonly kind: 'first' | 'input-required' | 'auth-required';
  /** The media type of a part. */
  readonly mode: string;
}

/** Whether a skill took a media type when it was last sent one. */
export type ModeStanding = 'accepted' | 'rejected' | 'unknown';

/** What negotiation is told of trust: a snapshot to ask, which neither waits nor changes anything. */
export interface TrustView {
  standingOf(at: InterfaceKey, claim: Claim): Standing;
  /** `work` is the caller's idempotency key, or a message id. */
  refusalOf(cardUrl: string, work: string): Refusal | undefined;
}

/** What resuming is told of trust, where the task itself has not shown it yet. */
export interface ModeView {
  modeOf(turn: Turn): ModeStanding;
}
