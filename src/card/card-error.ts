/** Why no card could be had. */
export type CardErrorCode =
  | 'card-unreachable'
  | 'card-not-found'
  | 'card-not-json'
  | 'card-not-a-card'
  | 'card-legacy'
  | 'card-bad-url';

/** No card could be read. The message says where it was looked for and what was there. */
export class CardError extends Error {
  override readonly name = 'CardError';
  readonly code: CardErrorCode;
  readonly url: string;

  constructor(message: string, facts: ErrorOptions & { readonly code: CardErrorCode; readonly url: string }) {
    super(message, facts);
    this.code = facts.code;
    this.url = facts.url;
  }
}
