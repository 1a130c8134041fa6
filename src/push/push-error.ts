/** A listener that could not be opened. */
export class PushError extends Error {
  override readonly name = 'PushError';
  /** `bad-option`: the option named in the message makes no sense. `not-listening`: the address can't be listened on. */
  readonly code: 'bad-option' | 'not-listening';

  constructor(message: string, facts: ErrorOptions & { readonly code: PushError['code'] }) {
    super(message, facts);
    this.code = facts.code;
  }
}
