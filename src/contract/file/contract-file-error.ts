/** A profile or a task class can't be read. The message says where, and what to write instead; it quotes no values. */
export class ContractFileError extends Error {
  override readonly name = 'ContractFileError';
  readonly code: 'not-parsable' | 'bad-member';
  /** Both from 1. */
  readonly line: number;
  readonly column: number;

  constructor(
    message: string,
    facts: ErrorOptions & {
      readonly code: 'not-parsable' | 'bad-member';
      readonly line: number;
      readonly column: number;
    },
  ) {
    super(`Line ${facts.line}, column ${facts.column}: ${message}`, facts);
    this.code = facts.code;
    this.line = facts.line;
    this.column = facts.column;
  }
}
