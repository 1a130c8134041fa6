/** The shells that completion is written for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** `probity completion`, as asked for on the command line. */
export interface CompletionRequest {
  readonly shell: Shell;
}
