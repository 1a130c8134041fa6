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
  /** `undefined`: nothing is sent, the task named by `follow` is taken up. */
  readonly work: WorkSource | undefined;
  readonly follow: string | undefined;
  readonly profileFile: string | undefined;
  readonly taskFile: string | undefined;
  readonly skill: string | undefined;
  /** Texts that answer a task that asks, one for each time. */
  readonly answers: readonly string[];
  /** The file that trust is kept in; `default` for that of the user, `none` for none. */
  readonly trust: { readonly file: string } | 'default' | 'none';
  /** Leave the task to itself where it would be cancelled. */
  readonly detach: boolean;
  /** How long a settled task is looked after. */
  readonly watchAfterMs: number;
  readonly accept: readonly string[];
  /** Names and values; a bearer token is among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Origins beside the target's that may have them. */
  readonly headerOrigins: readonly string[];
  /** `undefined`: what the task class says, or 10 minutes. */
  readonly timeoutMs: number | undefined;
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
