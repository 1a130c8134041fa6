import type { Severity } from '../../lifecycle/finding.ts';

export const CHECK_FORMATS = ['text', 'json', 'sarif'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** `probity check`, as asked for on the command line. */
export interface CheckRequest {
  /** The URL of the agent or of its card, a file, or `-` for stdin. */
  readonly target: string;
  readonly profileFile: string | undefined;
  readonly taskFile: string | undefined;
  /** Keys that may sign the card. */
  readonly keysFile: string | undefined;
  /** An earlier state of the card. */
  readonly beforeFile: string | undefined;
  /** What is remembered of agents. */
  readonly trustFile: string | undefined;
  readonly format: CheckFormat;
  /** From which severity on findings make the exit code 1. */
  readonly failOn: Severity;
  /** Names and values; a bearer token is among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Origins beside the target's that may have them. */
  readonly headerOrigins: readonly string[];
  readonly offline: boolean;
  readonly allowPrivate: boolean;
}
