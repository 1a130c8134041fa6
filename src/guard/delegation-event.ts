import type { Finding } from '../lifecycle/finding.ts';
import type { Artifact, Message } from '../protocol/model.ts';
import type { TaskState, TerminalState } from '../protocol/task-state.ts';
import type { StopReason } from './outcome.ts';

/**
 * What a delegation tells while it runs. An end that was told but not verified is never passed on as a state: it shows
 * as `verifying`, and the outcome follows. After a cancel nothing of the task passes the fence any more.
 */
export type DelegationEvent =
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
  | { readonly kind: 'finding'; readonly finding: Finding };
