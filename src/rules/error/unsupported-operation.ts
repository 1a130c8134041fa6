import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { isStreaming } from '../../protocol/call.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { certaintyOf, isTransient } from '../errors.ts';
import { endReadBefore } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** What had to be refused was; by its name the caller knows that it is for good. */
export const unsupportedOperation: Rule = {
  id: 'error/unsupported-operation',
  title: 'An operation that is not supported is refused with another error',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.3.4, 3.1.1',
    revision: V1,
    says: 'Streaming and the extended card, where not declared, and messages to terminal tasks are UnsupportedOperationError; undeclared push is PushNotificationNotSupportedError. Any refusal is clear enough to act on, so this is a warning.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '−32004 is the error for it; servers SHOULD use these codes.',
        clause: '8.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '−32004 is the error for it; servers SHOULD use these codes.',
        clause: '8.2',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'The caller cannot tell `never` from `not now`, and tries again.',
  remedy: 'Answer UnsupportedOperationError: −32004, or reason UNSUPPORTED_OPERATION.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const due = dueError(seen, at);
        if (due === undefined || isTransient(seen) || seen.name === due || seen.name === 'MethodNotFound')
          return undefined;
        return FITTING.has(seen.name) ? certaintyOf(seen) : undefined;
      },
      (seen, at) => `${seen.vantage.operation} had to be refused as ${dueError(seen, at)}, and was as ${seen.name}`,
    ),
    clause(
      'error',
      (seen, at) =>
        seen.name === 'MethodNotFound' && at.task.peer.claims.dialect === '1.0' && dueError(seen, at) !== undefined
          ? 'certain'
          : undefined,
      (seen, at) =>
        `${seen.vantage.operation} had to be refused as ${dueError(seen, at)}, and was as a method that there is none of (code ${seen.code})`,
      {
        severity: 'note',
        basis: {
          kind: 'gap',
          reading:
            'The error of A2A is asked for, and JSON-RPC 2.0 has its own for a method that there is none of. Whoever gets that knows as well that it is for good, so it is told and no more.',
          clause: '3.3.4, 9.5',
          revision: V1,
        },
      },
    ),
    clause(
      'error',
      (seen, at) => {
        const { operation, request } = seen.vantage;
        if (!isSend(operation) || request.taskId === undefined || request.taskId !== at.task.id) return undefined;
        if (!endReadBefore(at, at.asked) || isTransient(seen) || seen.name === 'UnsupportedOperation') return undefined;
        if (FITTING.has(seen.name)) return certaintyOf(seen);
        return OF_THE_REQUEST.has(seen.name) && OVER.test(seen.message.slice(0, 200)) ? 'certain' : undefined;
      },
      (seen, at) =>
        `the task had ended as ${at.task.end?.state}, and a message to it was refused as ${seen.name} (code ${seen.code})`,
      { needs: FACT.send },
    ),
  ],
  pair: {
    raises: scene((s) => s.call('SendStreamingMessage').error('InternalError'), { streaming: false }),
    nearMiss: scene((s) => s.call('SendStreamingMessage').error('UnsupportedOperation'), { streaming: false }),
  },
};

/** Errors that answer the request instead of the operation; anything about the request itself may come first. */
const FITTING: ReadonlySet<A2AErrorName> = new Set([
  'InternalError',
  'TaskNotCancelable',
  'ExtendedAgentCardNotConfigured',
  'PushNotificationNotSupported',
  'UnsupportedOperation',
  'InvalidAgentResponse',
]);

/** Errors by which a message may be refused for something else, unless their words say that the task is over. */
const OF_THE_REQUEST: ReadonlySet<A2AErrorName> = new Set(['InvalidParams', 'InvalidRequest', 'other']);
const OVER = /\b(?:terminal|final|completed|finished|ended|closed|canceled|already done)\b/i;

/** The error by which an operation that the card denies has to be refused (§3.3.4). */
function dueError(seen: ErrorSeen, at: Situation): A2AErrorName | undefined {
  const { operation } = seen.vantage;
  const { streaming, pushNotifications, extendedAgentCard } = at.task.peer.claims;
  if (isStreaming(operation)) return streaming === false ? 'UnsupportedOperation' : undefined;
  if (operation === 'GetExtendedAgentCard') return extendedAgentCard === false ? 'UnsupportedOperation' : undefined;
  if (operation.endsWith('Config') || operation.endsWith('Configs')) {
    return pushNotifications === false ? 'PushNotificationNotSupported' : undefined;
  }
  return undefined;
}
