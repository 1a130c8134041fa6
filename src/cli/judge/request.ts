import type { Severity } from '../../lifecycle/finding.ts';
import type { Dialect } from '../../protocol/operation.ts';

/** `probity judge`, as asked for on the command line. */
export interface JudgeRequest {
  /** A trace, a HAR or an evidence file; `-` for stdin. */
  readonly file: string;
  /** The agent's card. */
  readonly cardFile: string | undefined;
  readonly dialect: Dialect | undefined;
  /** From which severity on findings make the exit code 1. */
  readonly failOn: Severity;
  /** The record holds what was delivered to web-hooks, and an end has to be delivered within this time. */
  readonly pushWithinMs: number | undefined;
  readonly json: boolean;
}
