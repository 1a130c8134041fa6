import type { Finding } from '../lifecycle/finding.ts';

export type GuardErrorCode =
  /** No connection came about, so nothing was sent. */
  | 'agent-unreachable'
  /** An option makes no sense. */
  | 'bad-option'
  /** The caller's signal fired before anything was sent. */
  | 'aborted'
  /** The card offers no interface that is spoken here. */
  | 'no-common-interface';

/** A delegation that could not begin: the agent has taken in nothing. Everything after that is an outcome, no error. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
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
