import type { NegotiatedPlan } from '../contract/plan.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { InterfaceKey } from '../trust/trust-view.ts';

/** A plan as far as it is data. */
export type SavedPlan = Omit<NegotiatedPlan, 'explain'>;

/** What has to be known of a delegation to take it up again after a crash. Times are in ms since the epoch. */
export interface DelegationEntry {
  readonly id: string;
  readonly begunAt: number;
  /** When its time is over, and the task is to be cancelled; `undefined` while the task waits for its caller. */
  readonly deadlineAt: number | undefined;
  /** What `delegate` was called with, without anything secret in it. */
  readonly target: string;
  readonly agentName: string;
  readonly key: InterfaceKey;
  readonly plan: SavedPlan;
  /** What of the agent's card the plan was made by. */
  readonly plannedBy?: JsonObject | undefined;
  readonly idempotencyKey: string | undefined;
  /** The message that was sent last, or was about to be; `undefined` while the task waits for its caller. */
  readonly message: SentMessage | undefined;
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  /** The task is over for the caller, or is to be: why, and since when. */
  readonly fence: { readonly because: string; readonly at: number } | undefined;
  /** The digest of each artifact that the caller has, by its id; `null` for one of which it may have a part only. */
  readonly delivered: Readonly<Record<string, string | null>>;
}

/** A message of which it isn't known yet what became of it. */
export interface SentMessage {
  readonly messageId: string;
  readonly at: number;
  /** For an answer to a task that waits: by what its question is known again. */
  readonly question: string | undefined;
}

/** What changes of an entry while it lasts. */
export type DelegationProgress = Partial<
  Pick<DelegationEntry, 'message' | 'taskId' | 'contextId' | 'fence' | 'delivered' | 'deadlineAt'>
>;

/**
 * Keeps delegations so that none is forgotten when the process ends early. What has been saved when a call resolves
 * survives the machine, too.
 */
export interface DelegationJournal {
  /** Saves a delegation, before its message is sent. */
  begin(entry: DelegationEntry): Promise<void>;
  /** Saves what is known by now, before it is used. */
  update(id: string, progress: DelegationProgress): Promise<void>;
  /** It is over, and its caller knows how. */
  end(id: string): Promise<void>;
  /** Takes over the delegations that nobody looks after any more; each goes to one taker only. */
  takeOver(): Promise<readonly DelegationEntry[]>;
}
