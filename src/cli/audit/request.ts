import type { AuditOptions } from '../../audit/audit-options.ts';
import type { Severity } from '../../lifecycle/finding.ts';

export const AUDIT_FORMATS = ['text', 'json'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** `probity audit`, as asked for on the command line. */
export interface AuditRequest {
  /** The URL of the agent or of its card. */
  readonly target: string;
  readonly options: Omit<AuditOptions, 'prompts' | 'signal' | 'onEvent'>;
  readonly promptsFile: string | undefined;
  readonly failOn: Severity;
  readonly format: AuditFormat;
  /** A file for the report; `undefined` for stdout. */
  readonly output: string | undefined;
  /** The options to repeat in a command that replays a part of the audit; none holds a secret. */
  readonly replay: readonly string[];
  /** Tell what happens even where stderr is no terminal. */
  readonly verbose: boolean;
}
