import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { isTransient } from '../errors.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The caller made the id up. An internal error alone may be true of any call. */
export const taskNotFound: Rule = {
  id: 'error/task-not-found',
  title: 'An unknown task is answered with another error',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.3.2, 5.4',
    revision: V1,
    says: 'A task that does not exist or is not accessible must be answered with a not-found error, mapped to its code and reason. 401 or 403 for a caller that is not let in at all is no finding. 3.4.2 asks the same of a message with an unknown task id.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '−32001 is the error for it; servers SHOULD use these codes.',
        clause: '8.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '−32001 is the error for it; servers SHOULD use these codes.',
        clause: '8.2',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'The caller cannot tell a task that is gone from a server in trouble: it retries for ever or forgets a live task.',
  remedy: 'Answer TaskNotFoundError: −32001, or HTTP 404 with reason TASK_NOT_FOUND.',
  clauses: [
    clause(
      'error',
      (seen) => {
        if (seen.vantage.request.probe !== 'unknown-task' || seen.name === 'TaskNotFound' || isTransient(seen))
          return undefined;
        if (isUnsupported(seen)) return undefined;
        return UNCLEAR.has(seen.name) ? 'suspected' : 'certain';
      },
      (seen) => `${seen.vantage.operation} of a task that never was is refused as ${seen.name} (code ${seen.code})`,
      { needs: FACT.probe },
    ),
    clause(
      'error',
      (seen) => {
        if (seen.name === 'TaskNotFound' || seen.name === 'Unauthenticated') return undefined;
        if (seen.vantage.request.taskId === undefined) return undefined;
        const says = seen.name === 'InternalError' ? SOMETHING_MISSING : TASK_MISSING;
        return says.test(seen.message.slice(0, 200)) ? 'suspected' : undefined;
      },
      (seen) => `${seen.vantage.operation} is refused as ${seen.name} by words that say that something is not found`,
    ),
    clause(
      'error',
      (seen) =>
        seen.vantage.operation === 'GetTask' && seen.vantage.request.probe === undefined && OF_OTHERS.has(seen.name)
          ? 'suspected'
          : undefined,
      (seen) =>
        `a read is refused as ${seen.name}, and there is nothing to refuse it for but that there is no such task`,
      { needs: FACT.read },
    ),
    clause(
      'task',
      (seen) =>
        seen.vantage.request.probe === 'unknown-task' && !isSend(seen.vantage.operation) ? 'certain' : undefined,
      (seen) => `${seen.vantage.operation} of a task that never was is answered by a task`,
      { needs: FACT.probe },
    ),
  ],
  pair: {
    raises: scene((s) => s.call('GetTask', { taskId: 'made-up', probe: 'unknown-task' }).error('UnsupportedOperation')),
    nearMiss: scene((s) => s.call('GetTask', { taskId: 'made-up', probe: 'unknown-task' }).error('TaskNotFound')),
  },
};

/** Other names than that of an internal error may rightly say that a config isn't found, or a method. */
const TASK_MISSING = /\btask\b.{0,100}\b(?:not found|does ?n[o']t exist|unknown)\b|\b(?:no such|unknown) task\b/i;
const SOMETHING_MISSING = /\b(?:task|config(?:uration)?)\b.{0,100}\bnot found\b/i;

/** Who does not do this at all looks for no task; whether that is right, other rules say. */
function isUnsupported({ name, vantage: { operation } }: ErrorSeen): boolean {
  if (operation === 'GetTask' || isSend(operation)) return false;
  return name === 'UnsupportedOperation' || name === 'MethodNotFound' || name === 'PushNotificationNotSupported';
}

/** What only other operations can be refused for. */
const OF_OTHERS: ReadonlySet<A2AErrorName> = new Set([
  'UnsupportedOperation',
  'TaskNotCancelable',
  'PushNotificationNotSupported',
  'ContentTypeNotSupported',
  'ExtendedAgentCardNotConfigured',
]);

/** The id may have been refused for its form; a server may be in trouble. */
const UNCLEAR: ReadonlySet<A2AErrorName> = new Set(['InvalidParams', 'InternalError', 'other']);
