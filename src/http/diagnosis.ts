import { errors } from 'undici';
import type { HttpErrorCode } from './http-error.ts';

export interface Diagnosis {
  readonly code: HttpErrorCode;
  /** What happened, as the rest of a sentence that starts with the origin. */
  readonly what: string;
}

/** What was going on when the error came. */
export interface Circumstances {
  /** Whether the request had been handed to a connection. */
  readonly sent: boolean;
  /** Whether the response headers had come. */
  readonly answered: boolean;
  readonly secure: boolean;
}

/** Turns whatever undici, the socket, TLS or the resolver raised into one of the rim's own codes. */
export function diagnose(error: unknown, { sent, answered, secure }: Circumstances): Diagnosis {
  if (error instanceof errors.HTTPParserError) return unparsable(error.message);
  const code = textField(error, 'code');
  if (sent) return whileAnswering(code, textField(error, 'message'), answered);
  return whileConnecting(code, secure);
}

const nameErrors: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME']);
const networkErrors: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'EAI_AGAIN',
  'EAI_FAIL',
]);

/** What OpenSSL calls an answer that is no TLS at all. */
const noTls: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
]);

function whileConnecting(code: string, secure: boolean): Diagnosis {
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return { code: 'bad-request', what: 'was to be asked with a request that HTTP does not allow' };
  }
  if (nameErrors.has(code)) return { code: 'name-not-found', what: 'has a host name that does not exist' };
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { code: 'connect-timeout', what: 'did not take up a connection in time' };
  }
  if (code === 'ECONNREFUSED') return { code: 'unreachable', what: 'refuses connections' };
  if (networkErrors.has(code)) return { code: 'unreachable', what: `can't be reached (${code})` };
  if (secure && noTls.has(code)) {
    return { code: 'tls', what: `seems to speak plain http, where https was asked for (${code})` };
  }
  if (secure) return { code: 'tls', what: `failed to set up TLS (${code || 'no reason given'})` };
  return { code: 'unreachable', what: `broke off the connection (${code || 'no reason given'})` };
}

// The parser's errors have no code, only a text with the reason in brackets.
function unparsable(message: string): Diagnosis {
  const reason = /\((.*)\)$/.exec(message)?.[1] ?? message;
  if (reason.includes('EOF')) return cutOff;
  return { code: 'bad-response', what: `answered with what is not HTTP (${reason})` };
}

const cutOff: Diagnosis = { code: 'reset', what: 'broke off its answer half-way' };

function whileAnswering(code: string, message: string, answered: boolean): Diagnosis {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { code: 'too-large', what: 'sent more header bytes than allowed' };
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    // undici also says so of anything wrong behind a Content-Length header, when no body has begun.
    return answered ? cutOff : { code: 'bad-response', what: 'answered with headers that are not HTTP' };
  }
  // Answers that HTTP allows but nobody asked for, such as a switch of protocols.
  if (code === 'UND_ERR_SOCKET' && message.startsWith('bad ')) {
    return { code: 'bad-response', what: 'answered with something that was not asked for' };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return { code: 'tls', what: `broke off TLS (${code})` };
  }
  return { code: 'reset', what: 'closed the connection before its answer was complete' };
}

function textField(error: unknown, name: 'code' | 'message'): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
