import type { WireAnswer } from '../codec.ts';
import { isElsewhere } from '../error-code.ts';

/**
 * What an answer says that sends its call elsewhere, in words; `undefined` for all others. Of another server no more is
 * said than its origin: what comes behind may be secret.
 */
export function sentOn({ status, headers }: Pick<WireAnswer, 'status' | 'headers'>): string | undefined {
  const value = headers['location'];
  const location = typeof value === 'string' ? value : value?.[0];
  if (!isElsewhere(status) || !location) return undefined;
  const url = URL.parse(location);
  const where = url === null ? location.replace(/[?#].*/s, '') : url.origin === 'null' ? url.protocol : url.origin;
  return `The call is sent on to ${where} (HTTP ${status}).`;
}
