/** The command line can't be carried out as it was given. The message says what to give instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}
