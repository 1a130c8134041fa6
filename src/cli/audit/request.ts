import type { Severity } from '../../lifecycle/finding.ts';
import type { Part } from '../../protocol/model.ts';

export const AUDIT_FORMATS = ['text', 'json'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** `probity audit`, as asked for on the command line. */
export interface AuditRequest {
  /** The URL of the agent or of its card. */
  readonly target: string;
  readonly promptsFile: string | undefined;
  readonly message: readonly Part[] | undefined;
  /** Names and values; a bearer token is among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly headerOrigins: readonly string[];
  /** Of another identity; empty for none. */
  readonly secondHeaders: Readonly<Record<string, string>>;
  readonly identitiesAreSeparate: boolean;
  readonly safe: boolean;
  readonly quick: boolean;
  readonly budgetMs: number | undefined;
  readonly concurrency: number | undefined;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly interfaces: readonly string[];
  readonly pushUrl: string | undefined;
  readonly pushPort: number | undefined;
  readonly failOn: Severity;
  readonly format: AuditFormat;
  /** A file for the report; `undefined` for stdout. */
  readonly output: string | undefined;
  /** The options to repeat in a command that replays a part of the audit; none holds a secret. */
  readonly replay: readonly string[];
  /** Tell what happens even where stderr is no terminal. */
  readonly verbose: boolean;
}
