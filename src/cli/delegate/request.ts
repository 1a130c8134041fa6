/** What to delegate, and where it comes from. */
export type WorkSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'text-from-stdin' }
  /** A JSON file; `-` for stdin. */
  | { readonly kind: 'data'; readonly file: string };

/** `probity delegate`, as asked for on the command line. */
export interface DelegateRequest {
  /** The URL of the agent or of its card. */
  readonly target: string;
  readonly work: WorkSource;
  readonly accept: readonly string[];
  /** Names and values; a bearer token is among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Origins beside the target's that may have them. */
  readonly headerOrigins: readonly string[];
  readonly timeoutMs: number;
  /** Cancel so long after the agent has told the task's id. */
  readonly cancelAfterMs: number | undefined;
  /** Where to write all that was seen; `undefined` for nowhere. */
  readonly record: string | undefined;
  readonly json: boolean;
  /** Every event as a line of JSON before the outcome. */
  readonly events: boolean;
  /** Tell what happens even where stderr is no terminal. */
  readonly verbose: boolean;
}
