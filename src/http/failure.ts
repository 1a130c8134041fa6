import type { FailureSeen, Vantage } from '../protocol/observation.ts';
import { HttpError } from './http-error.ts';

const REASONS: Readonly<Record<string, FailureSeen['reason']>> = {
  'headers-timeout': 'timeout',
  'idle-timeout': 'timeout',
  'total-timeout': 'timeout',
  'connect-timeout': 'unreachable',
  reset: 'reset',
  'too-large': 'too-large',
  aborted: 'aborted',
  closed: 'aborted',
  'bad-response': 'unreadable',
  encoded: 'encoded',
};

/** What a failed exchange is to the monitor. Anything but an {@link HttpError} is a fault of ours and is thrown on. */
export function failureOf(error: unknown, vantage: Vantage, received: number): FailureSeen {
  if (!(error instanceof HttpError)) throw error;
  const reason = REASONS[error.code] ?? 'unreachable';
  return { kind: 'failure', reason, message: error.message, sent: error.sent, vantage, received };
}
