import type { CardCache } from '../card/discovery/card-cache.ts';
import type { TrustedKeys } from '../card/signature/trusted-keys.ts';
import type { PlanBounds } from '../contract/bounds.ts';
import type { Profile } from '../contract/profile.ts';
import type { ResultPredicate } from '../contract/result-predicate.ts';
import type { TaskClass } from '../contract/task-class.ts';
import type { AddressPolicy } from '../http/address-policy.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { EvidenceLimits } from '../lifecycle/evidence-ring.ts';
import type { Part } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import type { PushListener } from '../push/push-listener.ts';
import type { DelegationJournal } from '../store/journal.ts';
import type { PeerCapabilityCache } from '../trust/peer-capability-cache.ts';
import type { DelegationEvent } from './delegation-event.ts';
import type { Waiting } from './outcome.ts';
import type { ModePolicy } from './turn-parts.ts';

/** What is sent: a text, or parts. */
export type Work = string | readonly Part[];

export interface DelegateOptions extends Partial<ModePolicy> {
  /** Headers for requests to the origin of the target. A redirect of the card or its URLs can't direct them elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further origins that may get these headers. An agent's card alone can't direct them anywhere. */
  readonly headerOrigins?: readonly string[];
  /** The name under which trust is kept of what the agent does for these headers; by default the names of the headers. */
  readonly credential?: string;
  /** The media types that are wanted as a result; none given means any. */
  readonly accept?: readonly string[];
  /** What this client can do; what is left out has the value of `DEFAULT_PROFILE`, and `headers` count for any credential. */
  readonly profile?: Partial<Profile>;
  /** Keys that cards may be signed with. An agent that has any pinned for its origin must have signed its card. */
  readonly trustedKeys?: TrustedKeys;
  /** What this kind of task needs; what is left out asks nothing. */
  readonly task?: Partial<TaskClass>;
  /** The skill that is asked for, by its id; what is learned of media types is kept apart by it. */
  readonly skill?: string;
  /** What a completed task must hold to be of use; one that doesn't is `completed-unusable`. */
  readonly result?: ResultPredicate;
  /** Aborting cancels the task and verifies that it stops; the outcome tells. */
  readonly signal?: AbortSignal;
  /** The time for the whole delegation in ms; by default what the task class expects at most, else 10 minutes. When it is over, the task is cancelled. */
  readonly timeoutMs?: number;
  /** Deadline and abort leave the task to itself at the agent, instead of cancelling it. */
  readonly detach?: boolean;
  /** How long a settled task is still looked at afterwards, in ms; 10 minutes by default, 0 for not at all. */
  readonly aftercareMs?: number;
  /** Answers a task that waits for its caller; `undefined` hands it back. Asked 10 times for one task at most. */
  readonly answer?: (waiting: Waiting) => Work | undefined | Promise<Work | undefined>;
  /** Where the agent may call back, if it says that it does: a delivery makes that the task is read at once. */
  readonly push?: PushListener;
  /** What is known of agents from other delegations, and is learned here for the next. */
  readonly trust?: PeerCapabilityCache;
  /** Where delegations are saved, so that `reattach` can take them up again if this process ends early. */
  readonly journal?: DelegationJournal;
  /** Names this piece of work: what was refused to an agent under it is never sent there again. */
  readonly idempotencyKey?: string;
  /** The id of the message that the work is sent in, a new one by default. Without a key it names the work as well. */
  readonly messageId?: string;
  /**
   * Agents that get the work, one after the other: if this one can't be reached or has no plan for it, or if it breaks
   * what the plan rests on and has verifiably stopped. Headers and credentials go to one of them only if its origin is the
   * target's, or in `headerOrigins`.
   */
  readonly alternatives?: readonly string[];
  /** A harmless message that is sent on a stream first where the agent's streams have not been seen yet. */
  readonly canary?: Work;
  /** Single bounds of the plan, put over those of the card and the defaults. */
  readonly bounds?: Partial<PlanBounds>;
  /** Told synchronously, in order. Iterating the delegation does the same with back-pressure left to the iterator. */
  readonly onEvent?: (event: DelegationEvent) => void;
  /** Told everything that is seen, as the monitor sees it: what `probity judge` reads can be made of it. */
  readonly onObservation?: (seen: Observation) => void;
  /** How much of what was seen is kept with findings; 64 kB by default. */
  readonly evidence?: Partial<EvidenceLimits>;
  /** Which addresses may be connected to: by default public ones, and those of the host in the target. */
  readonly allow?: AddressPolicy;
  /** A client to share. It is left open; one of our own is closed at the end. */
  readonly http?: HttpClient;
  /**
   * Where agents' cards are kept. By default they are kept in this process as their servers allow (`Cache-Control`), for
   * ten seconds at most, and not after a task that went wrong.
   */
  readonly cards?: CardCache;
}

export const TEN_MINUTES_MS = 600_000;
