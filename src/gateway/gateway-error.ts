export type GatewayErrorCode = 'not-loopback' | 'port-in-use' | 'bad-peer' | 'bad-option';

/** A gateway can't be started as asked. The message says what to give instead. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayErrorCode;

  constructor(message: string, facts: ErrorOptions & { readonly code: GatewayErrorCode }) {
    super(message, facts);
    this.code = facts.code;
  }
}
