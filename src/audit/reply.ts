import type { Message, Task } from '../protocol/model.ts';
import type { ErrorSeen, FailureSeen, ListSeen, Observation } from '../protocol/observation.ts';

/** What a call came to. */
export type Reply =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'other'; readonly seen: Observation }
  | { readonly kind: 'refused'; readonly error: ErrorSeen }
  | { readonly kind: 'nothing'; readonly failure: FailureSeen | undefined };

/** What the last thing seen of a call makes of it. */
export function replyOf(seen: Observation | undefined): Reply {
  switch (seen?.kind) {
    case 'task':
      return { kind: 'task', task: seen.task };
    case 'message':
      return { kind: 'message', message: seen.message };
    case 'error':
      return { kind: 'refused', error: seen };
    case 'failure':
      return { kind: 'nothing', failure: seen };
    default:
      return seen === undefined ? { kind: 'nothing', failure: undefined } : { kind: 'other', seen };
  }
}

/** Whether it tells how the agent stands on what was asked: an answer does, or a refusal; a server in trouble doesn't. */
export function isTelling(reply: Reply): boolean {
  if (reply.kind === 'nothing') return false;
  return reply.kind !== 'refused' || (reply.error.name !== 'InternalError' && reply.error.httpStatus < 500);
}

/** The page of tasks that a call was answered with. */
export function listIn(reply: Reply): ListSeen | undefined {
  return reply.kind === 'other' && reply.seen.kind === 'list' ? reply.seen : undefined;
}
