/** `probity demo`, as asked for on the command line. */
export interface DemoRequest {
  readonly json: boolean;
  /** Tell what happens even where stderr is no terminal. */
  readonly verbose: boolean;
  /** Whether gateway and agents stay up behind it; `undefined`: where it is shown on a terminal. */
  readonly keep: boolean | undefined;
  /** One's own agents, in the place of those of the demonstration. */
  readonly peers: readonly { readonly name: string; readonly target: string }[];
  /** The work that one's own agents are given. */
  readonly text: string;
}
