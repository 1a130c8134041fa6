/** `probity demo`, as asked for on the command line. */
export interface DemoRequest {
  readonly json: boolean;
  /** Tell what happens even where stderr is no terminal. */
  readonly verbose: boolean;
}
