import type { ErrorSeen } from '../../../src/protocol/observation.ts';
import type { Course } from './course.ts';
import {
  any,
  at,
  type Definition,
  type Definitions,
  isHttp,
  isProbe,
  isTransient,
  lacksRoute,
  operationIs,
  RESULTS,
  v1,
  where,
} from './definition.ts';
import { taskId } from './names.ts';
import { endReadBy, isRead } from './reads.ts';
import { streamAt } from './streams.ts';
import { isSend } from './turns.ts';

const isJsonRpc = where.bind(undefined, ({ binding }) => binding === 'JSONRPC');

/** What one call and its answer show, whatever became of the task. */
export const EXCHANGE: Definitions = {
  'error/task-not-found': any(
    at(['error'], (seen) => {
      if (seen.vantage.request.probe !== 'unknown-task' || seen.name === 'TaskNotFound' || isTransient(seen))
        return undefined;
      const isDone = operationIs(seen, 'GetTask') || isSend(seen);
      if (!isDone && ['UnsupportedOperation', 'MethodNotFound', 'PushNotificationNotSupported'].includes(seen.name))
        return undefined;
      return ['InvalidParams', 'InternalError', 'other'].includes(seen.name) ? 'suspected' : 'certain';
    }),
    at(['error'], (seen) => {
      if (['TaskNotFound', 'Unauthenticated'].includes(seen.name) || seen.vantage.request.taskId === undefined)
        return undefined;
      const text = seen.message.slice(0, 200);
      const isMissing =
        seen.name === 'InternalError'
          ? /\b(task|config(uration)?)\b.{0,100}\bnot found\b/i.test(text)
          : /\btask\b.{0,100}\b(not found|does ?n[o']t exist|unknown)\b|\b(no such|unknown) task\b/i.test(text);
      return isMissing ? 'suspected' : undefined;
    }),
    at(['error'], (seen) => {
      if (!operationIs(seen, 'GetTask') || seen.vantage.request.probe !== undefined) return undefined;
      return OF_OTHER_OPERATIONS.has(seen.name) ? 'suspected' : undefined;
    }),
    at(['task'], (seen) => seen.vantage.request.probe === 'unknown-task' && !isSend(seen)),
  ),

  'error/unsupported-operation': any(
    at(['error'], (seen, course) => {
      const due = dueError(seen, course);
      if (due === undefined || seen.name === due || !FITTING.has(seen.name)) return undefined;
      return seen.name === 'InternalError' ? 'suspected' : 'certain';
    }),
    v1(at(['error'], (seen, course) => seen.name === 'MethodNotFound' && dueError(seen, course) !== undefined)),
    at(['error'], (seen, course, place) => {
      const asked = seen.vantage.request.taskId;
      if (!isSend(seen) || asked === undefined || asked !== taskId(course, place) || isTransient(seen))
        return undefined;
      if (!endReadBy(course, place, seen.vantage.asked) || seen.name === 'UnsupportedOperation') return undefined;
      if (FITTING.has(seen.name)) return seen.name === 'InternalError' ? 'suspected' : 'certain';
      if (!['InvalidParams', 'InvalidRequest', 'other'].includes(seen.name)) return undefined;
      const text = seen.message.slice(0, 200);
      return /\b(terminal|final|completed|finished|ended|closed|canceled|already done)\b/i.test(text)
        ? 'certain'
        : undefined;
    }),
  ),

  'error/method-not-found': where(
    isHttp,
    probed(
      'unknown-method',
      (seen, course) =>
        lacksRoute(seen, course) ||
        (course.claims.binding === 'HTTP+JSON' && (seen.httpStatus === 404 || seen.httpStatus === 405)),
    ),
  ),

  'error/core-operation-missing': any(
    at(['error'], (seen, course, place) => {
      if (!operationIs(seen, 'SendMessage') || seen.vantage.request.probe !== undefined) return false;
      return taskId(course, place) === undefined && isAbsent(seen);
    }),
    at(['error'], (seen, course, place) => {
      const { probe, taskId: asked } = seen.vantage.request;
      if (!operationIs(seen, 'GetTask') || probe !== undefined || asked === undefined) return undefined;
      if (asked !== taskId(course, place)) return undefined;
      for (let k = 0; k < place; k++) if (isRead(course, k)) return undefined;
      if (isAbsent(seen) || (seen.name === 'other' && seen.httpStatus === 501)) return 'certain';
      const blames = ['InvalidRequest', 'InvalidParams', 'UnsupportedOperation', 'ParseError'].includes(seen.name);
      const refuses = seen.name === 'other' && (seen.httpStatus === 400 || seen.httpStatus === 404);
      return blames || refuses ? 'suspected' : undefined;
    }),
  ),

  'error/invalid-params': any(
    probed(
      'missing-member',
      ({ name, httpStatus }) =>
        name === 'InvalidParams' || name === 'InvalidRequest' || (name === 'other' && httpStatus === 400),
    ),
    v1(
      at(['task', 'list'], ({ vantage }) => {
        const { historyLength = 0, pageSize = 0 } = vantage.request;
        return historyLength < 0 || pageSize < 0;
      }),
    ),
  ),

  'error/parse': where(
    isHttp,
    any(
      at(['error'], (seen, { claims }) => {
        if (!isProbe(seen, 'malformed-body') || seen.name === 'ParseError' || isTransient(seen)) return undefined;
        const isOfRequest = ['other', 'InvalidParams', 'InvalidRequest'].includes(seen.name);
        const refused = isOfRequest && seen.httpStatus >= 400 && seen.httpStatus < 500;
        if (claims.binding === 'HTTP+JSON' && refused) return undefined;
        return seen.name === 'InternalError' ? 'suspected' : 'certain';
      }),
      at(['failure'], (seen) => isProbe(seen, 'malformed-body') && seen.reason === 'unreadable'),
    ),
  ),

  'error/rpc-id': isJsonRpc(at(['defect'], (seen) => seen.defect === 'rpc-id' && !isProbe(seen, 'malformed-body'))),

  'error/code-range': isJsonRpc(
    any(
      at(['error'], ({ code = 0 }) => code >= 100 && code <= 599),
      at(['defect'], (seen) => seen.defect === 'error-shape'),
    ),
  ),

  'error/foreign-answer': at(['error'], (seen) => {
    const isBare = seen.code === undefined && seen.data === undefined && seen.name === 'other';
    return isBare && seen.httpStatus >= 400 && seen.httpStatus !== 413 && seen.vantage.request.probe === undefined;
  }),

  'error/sent-on': where(
    isHttp,
    at(['error'], (seen) => {
      if (isProbe(seen, 'anonymous') || isProbe(seen, 'forged-credentials')) return undefined;
      if (seen.name !== 'other' || seen.code !== undefined) return undefined;
      if ([301, 307, 308].includes(seen.httpStatus)) return 'certain';
      return [300, 302].includes(seen.httpStatus) ? 'suspected' : undefined;
    }),
  ),

  'error/unreadable-answer': any(
    at(['failure'], (seen) => seen.reason === 'unreadable' && !isProbe(seen, 'malformed-body')),
    at(['defect'], (seen) => seen.defect === 'lost-frame'),
  ),

  'error/content-type': where(
    isHttp,
    at(['defect'], (seen) => seen.defect === 'content-type'),
  ),

  'error/answer-quirk': where(
    isHttp,
    at(['defect'], (seen, course, place) => {
      return streamAt(course, place) === undefined && ['control-character', 'encoding'].includes(seen.defect);
    }),
  ),

  'error/beyond-limits': any(
    at(['defect'], ({ defect }) => (defect === 'depth' || defect === 'frame-size' ? 'suspected' : undefined)),
    at(['failure'], ({ reason }) => (reason === 'too-large' ? 'suspected' : undefined)),
  ),

  'error/leaks-internals': any(
    at(['error'], ({ message, data }) =>
      leaks([message, typeof data === 'string' ? data : '']) ? 'suspected' : undefined,
    ),
    at(['status', 'task'], (seen) => {
      const { state, message } =
        seen.kind === 'task' ? { state: seen.task.state, message: seen.task.statusMessage } : seen;
      return state === 'failed' && leaks(message?.parts.map(({ text = '' }) => text)) ? 'suspected' : undefined;
    }),
  ),

  'error/opaque-message': at(['error'], ({ name, code, message }) => {
    if (message === '' && code === undefined && ['other', 'Unauthenticated'].includes(name)) return false;
    if (['', 'undefined', 'null'].includes(message.trim())) return true;
    return /\[object \w+\]/.test(message) || /\bstate:? \(?\d+\)?/i.test(message);
  }),
};

/** A request that is wrong on purpose has to be refused, and by a fitting error. */
function probed(probe: string, fits: (seen: ErrorSeen, course: Course) => boolean): Definition {
  return any(
    at(['error'], (seen, course) => {
      if (!isProbe(seen, probe) || isTransient(seen) || fits(seen, course)) return undefined;
      return seen.name === 'InternalError' ? 'suspected' : 'certain';
    }),
    at(RESULTS, (seen) => isProbe(seen, probe)),
  );
}

const LEAKS: readonly RegExp[] = [
  /\bat [^\n]{1,200}:\d+:\d+/,
  /\bat [\w.$]{1,200}\([\w.]{1,100}(:\d+)?\)/,
  /File "[^"\n]{1,300}", line \d+/,
  /Traceback \(most recent call last\)/,
  /\bnode_modules\//,
  /(^|[\s"'(])\/(home|usr|srv|opt|var|app|root)\/[\w./-]+/,
  /\w{2,20}:\/\/[^\s:@/]{1,100}:[^\s@/]{1,100}@/,
];

function leaks(texts: readonly string[] = []): boolean {
  return texts.some((text) => LEAKS.some((pattern) => pattern.test(text)));
}

const FITTING: ReadonlySet<string> = new Set([
  'InternalError',
  'TaskNotCancelable',
  'ExtendedAgentCardNotConfigured',
  'PushNotificationNotSupported',
  'UnsupportedOperation',
  'InvalidAgentResponse',
]);

/** Errors that say nothing of a read. */
/** Whether an error says that there is no such operation, of whatever task. */
function isAbsent({ name, httpStatus }: ErrorSeen): boolean {
  return name === 'MethodNotFound' || (name === 'other' && httpStatus === 405);
}

const OF_OTHER_OPERATIONS: ReadonlySet<string> = new Set([
  'UnsupportedOperation',
  'TaskNotCancelable',
  'PushNotificationNotSupported',
  'ContentTypeNotSupported',
  'ExtendedAgentCardNotConfigured',
]);

/** The error by which an operation that the card denies has to be refused. */
function dueError(seen: ErrorSeen, { claims }: Course): string | undefined {
  const { operation } = seen.vantage;
  if (operation === 'SendStreamingMessage' || operation === 'SubscribeToTask')
    return claims.streaming === false ? 'UnsupportedOperation' : undefined;
  if (operation === 'GetExtendedAgentCard')
    return claims.extendedAgentCard === false ? 'UnsupportedOperation' : undefined;
  const isPush = operation.includes('PushNotificationConfig');
  return isPush && claims.pushNotifications === false ? 'PushNotificationNotSupported' : undefined;
}
