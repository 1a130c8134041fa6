/** `probity explain`, as asked for on the command line. */
export interface ExplainRequest {
  /** A rule or a family of rules; all where it is absent. */
  readonly rule: string | undefined;
  readonly json: boolean;
}
