import type { Certainty } from '../lifecycle/finding.ts';
import type { Situation } from '../lifecycle/situation.ts';
import type { ErrorSeen } from '../protocol/observation.ts';

/** Whether an error says that the operation doesn't exist: its method or, on HTTP+JSON, its route. */
export function lacksRoute(seen: ErrorSeen, at: Situation): boolean {
  if (seen.name === 'MethodNotFound') return true;
  if (seen.name !== 'other' || at.task.peer.claims.binding !== 'HTTP+JSON') return false;
  return seen.httpStatus === 404 || seen.httpStatus === 405 || seen.httpStatus === 501;
}

/** Whether an error is about the caller or the moment, and says nothing of the operation itself. */
export function isTransient(seen: ErrorSeen): boolean {
  if (seen.name === 'Unauthenticated') return true;
  return seen.name === 'other' && (seen.httpStatus === 429 || seen.httpStatus >= 500);
}

/** How sure it is that an error is the wrong one: an internal error may be true of any call, whatever was wrong with it. */
export function certaintyOf(seen: ErrorSeen): Certainty {
  return seen.name === 'InternalError' ? 'suspected' : 'certain';
}
