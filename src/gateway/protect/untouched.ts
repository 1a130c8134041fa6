import { isElsewhere, refusedUntouched } from '../../protocol/error-code.ts';
import type { Observation } from '../../protocol/observation.ts';

/** Whether an answer says that the message was not taken in. */
export function isUntouched(seen: Observation): boolean {
  if (seen.kind === 'error') return isElsewhere(seen.httpStatus) || refusedUntouched(seen.name, seen.httpStatus);
  return seen.kind === 'failure' && !seen.sent;
}
