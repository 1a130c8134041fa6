import type { Finding } from '../lifecycle/finding.ts';
import type { A2AErrorName } from '../protocol/error-code.ts';
import type { Message, Task } from '../protocol/model.ts';
import type { InterruptedState, TaskState, TerminalState } from '../protocol/task-state.ts';

/**
 * What became of a delegation, verified as far as it can be. `kind` says what to branch on; `ok` is true only for a
 * verified success. `confirmed: false` marks what rests on the agent's own word: it told that end, and reads then no
 * longer knew the task, or went on showing it as running.
 */
export type Outcome =
  /** The agent answered with a Message: a full answer, nothing to verify. */
  | (Common & { readonly kind: 'answered'; readonly ok: true; readonly message: Message })
  | (Common & Ended & { readonly kind: 'completed' | 'failed' | 'rejected' | 'canceled' })
  /** Completed, and not of use: the result lacks what was asked for. */
  | (Common & Ended & { readonly kind: 'completed-unusable'; readonly misses: string })
  /** Completed by every read, but what was streamed, or what another read showed, is not what the task holds. */
  | (Common & Ended & Disputed)
  /** A cancel was asked, and the work had been done by then: the result is good. */
  | (Common & Ended & { readonly kind: 'completed-before-cancel' })
  /** Over for the caller, not for the agent: it went on after it had said canceled, or it never stopped. */
  | (Common & Ended & { readonly kind: 'orphaned'; readonly orphan: Orphan })
  /** Reads told two different ends. */
  | (Common & Ended & { readonly kind: 'flipped'; readonly ends: readonly [TerminalState, TerminalState | TaskState] })
  /**
   * The task waits for its caller. It is open: answer it with `resume`, or cancel it. `refused`: what the agent said
   * against the answer that it was given. `said`: a message that it answered that with, instead of going on.
   */
  | (Common & {
      readonly kind: InterruptedState;
      readonly ok: false;
      readonly task: Task;
      readonly refused?: PeerError;
      readonly said?: Message;
    })
  /** The agent refused the message, and there is no task. */
  | (Common & { readonly kind: 'refused'; readonly ok: false; readonly error: PeerError })
  /** It can't be known what became of the message or the task. Nothing was sent twice. */
  | (Common & {
      readonly kind: 'outcome-unknown';
      readonly ok: false;
      readonly why: string;
      readonly taskId: string | undefined;
    });

export type OutcomeKind = Outcome['kind'];

interface Common {
  /** What the agent did against its card or the protocol, in the order of discovery. */
  readonly findings: readonly Finding[];
  /** Why it was cancelled, if it was. */
  readonly stopped?: StopReason;
}

/**
 * Why a task was cancelled: its time was over, the caller's signal fired, `cancel()` was called, or the agent broke a
 * claim of its card that the plan rests on.
 */
export type StopReason = 'deadline' | 'abort' | 'cancel' | 'violation';

/** A task that waits for its caller. */
export type Waiting = Extract<Outcome, { readonly kind: InterruptedState }>;

/** Whether a task waits for its caller. */
export function isWaiting(outcome: Outcome): outcome is Waiting {
  return outcome.kind === 'input-required' || outcome.kind === 'auth-required';
}

/** Whether nothing of the work is done any more, and nothing of it has been. */
export function isStopped(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'canceled':
    case 'failed':
    case 'rejected':
      return outcome.confirmed;
    default:
      return outcome.kind === 'refused';
  }
}

interface Disputed {
  readonly kind: 'completed-disputed';
  readonly versions: readonly Version[];
  /**
   * What the task holds is what a subscription of ours brought, each piece twice: some servers store once for each who
   * listens. The stream looks right then; that it has not lost what the task holds is known to nobody.
   */
  readonly storedTwice?: true;
}

interface Ended {
  readonly ok: boolean;
  readonly confirmed: boolean;
  /** The end that the agent told. */
  readonly reported: TerminalState | undefined;
  /** The task as last read; where none was, as it was told. */
  readonly task: Task | undefined;
  /** SHA-256 of what the task holds, where that was verified. */
  readonly digest?: string;
}

/** One of several contents that were shown for one task, and who showed it. */
export interface Version {
  readonly from: 'stream' | 'read';
  readonly digest: string;
  readonly task: Task | undefined;
}

/** How a task went on after it was over for the caller. */
export interface Orphan {
  /** From the first `canceled` that the agent told, or else from our cancel, to its last sign of life. */
  readonly wentOnMs: number;
  /** Events that came later than any can have been under way: there may have been more. */
  readonly framesAfter: number;
  /** How it ended in the end by its reads; `undefined` if it was still running when the watch ended. */
  readonly endedAs: TerminalState | undefined;
  /** The end that its stream told behind `canceled`, where that is another than what reads show. */
  readonly streamEndedAs: TerminalState | undefined;
  /** The error by which the agent refused the cancel, as it may; absent if it took it. */
  readonly cancelRefused?: A2AErrorName;
}

/** An error that an agent answered with. Its text is the agent's own: escape it where it is shown. */
export interface PeerError {
  readonly name: string;
  readonly code: number | undefined;
  readonly httpStatus: number;
  readonly message: string;
}
