import type { Finding } from '../lifecycle/finding.ts';

export type GuardErrorCode =
  /** No connection came about, so nothing was sent. */
  | 'agent-unreachable'
  /** An option makes no sense. */
  | 'bad-option'
  /** The caller's signal fired before anything was sent. */
  | 'aborted'
  /** The card offers no interface that is spoken here. */
  | 'no-common-interface'
  /** This work was refused to that agent before. */
  | 'refused-before'
  /** The delegation could not be saved in the journal. */
  | 'not-saved'
  /** The task doesn't wait for its caller. */
  | 'not-waiting'
  /** The agent is known not to take a part of that type in a follow-up, or it isn't known whether it does. */
  | 'mode-rejected'
  | 'mode-unknown'
  /** The end of a task can't be verified. */
  | 'unverified-end'
  /** No stream came about. */
  | 'no-stream'
  /** The agent broke a claim that the plan rests on. */
  | 'lifecycle-violation';

/**
 * A delegation, or a follow-up, that could not begin: the agent has taken in nothing of it. Everything after that is an
 * outcome, no error, but for the violations that end a task.
 */
export class GuardError extends Error {
  override readonly name: string = 'GuardError';
  readonly code: GuardErrorCode;
  readonly findings: readonly Finding[];

  constructor(
    message: string,
    facts: ErrorOptions & { readonly code: GuardErrorCode; readonly findings?: readonly Finding[] },
  ) {
    super(message, facts);
    this.code = facts.code;
    this.findings = facts.findings ?? [];
  }
}
