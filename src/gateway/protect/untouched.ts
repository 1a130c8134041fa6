import { refusedUntouched } from '../../protocol/error-code.ts';
import type { Observation } from '../../protocol/observation.ts';

/**
 * Those that send a request elsewhere instead of taking it. 303 is none of them: it says where to find what came of a
 * request that was taken (RFC 9110 §15.4.4).
 */
const ELSEWHERE: ReadonlySet<number> = new Set([300, 301, 302, 307, 308]);

/** Whether an answer says that the message was not taken in. */
export function isUntouched(seen: Observation): boolean {
  if (seen.kind === 'error') return isElsewhere(seen.httpStatus) || refusedUntouched(seen.name, seen.httpStatus);
  return seen.kind === 'failure' && !seen.sent;
}

/** Whether an answer sends its request elsewhere. */
export function isElsewhere(status: number): boolean {
  return ELSEWHERE.has(status);
}
