/** Every way in which an exchange can fail. The set is closed; the text for each is what the caller can do about it. */
const advice = {
  'bad-request': 'Correct the request; nothing was sent.',
  'address-refused': 'If this address is meant to be reached, allow its host explicitly.',
  'name-not-found': 'Check the spelling of the host name.',
  unreachable: 'Check that the peer is running, and the host, port and network in between.',
  tls: 'Check the certificate and the TLS settings on both sides.',
  busy: 'Wait for running exchanges to end, or raise the number of connections for an origin.',
  'connect-timeout': 'Check the host and port, or allow more time to connect.',
  'headers-timeout': 'The peer may still be at work; ask for the state before sending again.',
  'idle-timeout': 'The peer may still be at work; ask for the state before sending again.',
  'total-timeout': 'The peer may still be at work; ask for the state before sending again.',
  reset: 'The peer may have taken the request in; ask for the state before sending again.',
  'bad-response': 'What answers there may not be an HTTP server, or a broken one.',
  'too-large': 'Raise the limit if answers of this size are expected.',
  encoded: 'Have the peer honour "accept-encoding: identity".',
  'redirect-refused': 'Use the final address directly if it can be trusted.',
  aborted: 'It was ended on this side.',
  closed: 'Create a new client.',
} as const;

/**
 * - `bad-request`: this request can't be put on the wire (URL, method, header or limit).
 * - `address-refused`: the policy for addresses forbids where the host leads.
 * - `name-not-found`, `unreachable`, `tls`, `connect-timeout`: no usable connection came about.
 * - `busy`: a limit of this side; every connection for the origin stayed in use.
 * - `headers-timeout`, `idle-timeout`, `total-timeout`: the peer was too slow.
 * - `reset`: the connection ended before the answer did.
 * - `bad-response`: the bytes are not an HTTP response.
 * - `too-large`: headers or body beyond the limit.
 * - `encoded`: the body is compressed although that was ruled out, and is a stream, or compressed in a way that is unknown here.
 * - `redirect-refused`: following the redirect would not be safe, or never end.
 * - `aborted`, `closed`: ended by the caller, or by closing the client.
 */
export type HttpErrorCode = keyof typeof advice;

export interface HttpFailure {
  readonly code: HttpErrorCode;
  /** Scheme, host and port. Never more of a URL: paths and queries can hold secrets. */
  readonly origin: string;
  /** What happened, as the rest of a sentence that starts with the origin. */
  readonly what: string;
  readonly sent: boolean;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** The one error that the HTTP rim raises. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  readonly origin: string;
  /**
   * False only when it is *known* that not one byte of the request was handed to a connection. Only
   * then may a message be sent a second time without asking the peer what became of the first.
   */
  readonly sent: boolean;
  /** The response status, where one had been read. */
  readonly status: number | undefined;

  constructor(failure: HttpFailure) {
    super(
      `${failure.origin} ${failure.what}. ${advice[failure.code]}`,
      failure.cause === undefined ? undefined : { cause: failure.cause },
    );
    this.code = failure.code;
    this.origin = failure.origin;
    this.sent = failure.sent;
    this.status = failure.status;
  }
}
