import type { Opening } from '../contract/plan.ts';
import type { Finding } from '../lifecycle/finding.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Artifact, Message } from '../protocol/model.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import type { TaskState, TerminalState } from '../protocol/task-state.ts';
import type { Outcome, StopReason } from './outcome.ts';

/**
 * What a delegation tells while it runs. An end that was told but not verified is never passed on as a state: it shows
 * as `verifying`, and the outcome follows. After a cancel nothing of the task passes the fence any more.
 */
export type DelegationEvent =
  /** The card was read; this is who will get the work. Nothing has been sent yet. */
  | { readonly kind: 'planned'; readonly agent: DelegatedAgent }
  | { readonly kind: 'opened'; readonly taskId: string; readonly contextId: string | undefined }
  | { readonly kind: 'state'; readonly state: TaskState; readonly message: Message | undefined }
  /** `append: false` replaces what was told of this artifact before. */
  | {
      readonly kind: 'artifact';
      readonly artifact: Artifact;
      readonly append: boolean;
      readonly from: 'stream' | 'read';
    }
  /** The channel that observation rests on now, and why it changed. */
  | { readonly kind: 'watching'; readonly by: 'stream' | 'reads'; readonly because: string }
  | { readonly kind: 'verifying'; readonly reported: TerminalState }
  | { readonly kind: 'canceling'; readonly because: StopReason }
  /** A follow-up goes out. `bridged`: the media types of parts that go as text, as the agent may not take them. */
  | { readonly kind: 'resuming'; readonly bridged: readonly string[] }
  /** The agent broke what the plan rests on, so the work goes to another one. */
  | { readonly kind: 'moving'; readonly to: string; readonly because: string }
  /** The agent contradicts what had been settled; this is the outcome now. */
  | { readonly kind: 'revised'; readonly outcome: Outcome }
  | { readonly kind: 'finding'; readonly finding: Finding };

/** Who gets the work, and how it is spoken to. */
export interface DelegatedAgent {
  /** As its card says. Hostile until escaped. */
  readonly name: string;
  readonly cardUrl: string;
  readonly url: string;
  readonly binding: Binding;
  readonly dialect: Dialect;
  /** `withheld`: headers were given, and the interface is on another origin than the target, so it doesn't get them. */
  readonly headers: 'none' | 'sent' | 'withheld';
  /** What the card claims of this interface, as rules judge by it. */
  readonly claims: Claims;
  readonly opening: Opening;
  /** What the plan does, sentence by sentence. */
  readonly explanation: readonly string[];
}
