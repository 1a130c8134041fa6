import type { Certainty } from '../../../src/lifecycle/finding.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { type Course, receivedAt, seenAt } from './course.ts';
import {
  any,
  at,
  type Definitions,
  delivered,
  isTransient,
  isV1,
  isWaiting,
  lacksRoute,
  operationIs,
  RESULTS,
  v1,
  where,
} from './definition.ts';
import { CREATE, DELETE, type Hook, hookOf, hooksBefore, isKept, isListed, LIST, postedState } from './hooks.ts';
import { namedState, namedTask, stampAt, taskId } from './names.ts';
import { lastReadSeen } from './reads.ts';
import { sameFrame } from './streams.ts';
import { endAt, knownState, stateSince } from './told.ts';
import { isSend } from './turns.ts';

/** Web-hooks: their registration, and what is delivered to them. */
export const PUSH: Definitions = {
  'push/config-rejected': at(['error'], (seen, course, place) => {
    const inline = isSend(seen) && seen.vantage.request.pushUrl !== undefined;
    if (!inline && !operationIs(seen, CREATE)) return undefined;
    if (course.claims.pushNotifications !== true || endAt(course, place) !== undefined) return undefined;
    if (seen.name === 'PushNotificationNotSupported') return 'certain';
    if (inline) return undefined;
    if (lacksRoute(seen, course)) return 'certain';
    const wantsId =
      isV1(course.claims) &&
      seen.vantage.request.configId === undefined &&
      ['InvalidParams', 'InvalidRequest'].includes(seen.name) &&
      /(^|\b(config(uration)?|field|param(eter)?)\W{1,3})id\b.{0,20}\b(required|missing|empty|must)\b/i.test(
        seen.message.slice(0, 200),
      );
    return seen.name === 'UnsupportedOperation' || wantsId ? 'suspected' : undefined;
  }),

  'push/config-lost': any(
    at(['config'], (seen, course, place) => {
      if (endAt(course, place) !== undefined) return undefined;
      const hooks = operationIs(seen, 'GetTaskPushNotificationConfig')
        ? seen.configs.length === 0
          ? [hookOf(course, place, seen.vantage)]
          : []
        : operationIs(seen, LIST)
          ? hooksBefore(course, place).filter(({ inline }) => !inline)
          : [];
      return hooks.some((hook) => hook !== undefined && isKept(hook, course, place) && !isListed(seen, hook))
        ? 'suspected'
        : undefined;
    }),
    at(['error'], (seen, course, place) => {
      if (seen.name !== 'TaskNotFound' || !operationIs(seen, 'GetTaskPushNotificationConfig')) return undefined;
      const hook = hookOf(course, place, seen.vantage);
      return endAt(course, place) === undefined && hook !== undefined && isKept(hook, course, place)
        ? 'suspected'
        : undefined;
    }),
  ),

  'push/config-replaced': at(['config'], (seen, course, place) => {
    if (!operationIs(seen, LIST) || endAt(course, place) !== undefined) return false;
    const hooks = hooksBefore(course, place);
    return hooks.some((later, i) => {
      if (later.taken === undefined || !isListed(seen, later)) return false;
      return hooks.slice(0, i).some((earlier) => {
        if (earlier.taken === undefined || earlier.taken >= later.asked || earlier.deleteAsked !== undefined)
          return false;
        return areTwo(earlier, later, course) && !isListed(seen, earlier);
      });
    });
  }),

  'push/other-config': where(
    ({ dialect }) => dialect !== '0.2',
    at(['config'], ({ vantage, configs }) => {
      const { configId } = vantage.request;
      if (vantage.operation !== 'GetTaskPushNotificationConfig' || configId === undefined) return false;
      return configs.length > 0 && !configs.some(({ id }) => id === undefined || id === configId);
    }),
  ),

  'push/inline-ignored': at(['config'], (seen, course, place) => {
    if (!operationIs(seen, LIST) || course.claims.pushNotifications !== true) return undefined;
    if (endAt(course, place) !== undefined || taskId(course, place) === undefined) return undefined;
    const ignored = hooksBefore(course, place).some(
      (hook) => hook.inline && hook.deleteAsked === undefined && !isListed(seen, hook),
    );
    return ignored ? 'suspected' : undefined;
  }),

  'push/delete-not-idempotent': at(['error'], (seen, course, place) => {
    if (!operationIs(seen, DELETE) || isTransient(seen) || endAt(course, place) !== undefined) return undefined;
    const deleted = hookOf(course, place, seen.vantage)?.deleted;
    if (deleted === undefined || deleted >= seen.vantage.asked) return undefined;
    return seen.name === 'TaskNotFound' || seen.name === 'InternalError' ? 'suspected' : 'certain';
  }),

  'push/no-config-id': v1(at(['config'], (seen) => operationIs(seen, CREATE) && !seen.configs[0]?.id)),

  'push/still-listed': at(['config'], (seen, course, place) => {
    if (!operationIs(seen, LIST)) return undefined;
    const hooks = hooksBefore(course, place);
    const isThere = hooks.some((hook, i) => {
      if (hook.deleted === undefined || hook.deleted >= seen.vantage.asked || !isListed(seen, hook)) return false;
      return !hooks.slice(i + 1).some((newer) => isSame(newer, hook));
    });
    return isThere ? 'suspected' : undefined;
  }),

  'push/undeclared-accepted': at(
    ['config'],
    (seen, { claims }) => claims.pushNotifications === false && operationIs(seen, CREATE),
  ),

  'push/private-address-accepted': at(['config'], (seen, course) => {
    const url = seen.vantage.request.pushUrl;
    return course.claims.publicAddress === true && operationIs(seen, CREATE) && url !== undefined && isPrivate(url);
  }),

  'push/after-delete': delivered(RESULTS, (seen, course, place) => {
    const deleted = hookOf(course, place, seen.vantage)?.deleted;
    return deleted !== undefined && seen.vantage.asked - deleted > BOUNDS.grace ? 'suspected' : undefined;
  }),

  'push/auth-missing': delivered(
    ['defect'],
    ({ defect, doubtful }) => defect === 'credentials' && (doubtful ? 'suspected' : 'certain'),
  ),

  'push/payload': delivered(['defect'], (seen) => FORMS.has(seen.defect) && (seen.doubtful ? 'suspected' : 'certain')),

  'push/wrong-task': delivered(['task', 'status', 'artifact'], (seen) => {
    const [named, registered] = [namedTask(seen), seen.vantage.request.taskId];
    return named !== undefined && registered !== undefined && named !== registered;
  }),

  'push/never-delivered': delivered(['silence'], (seen, course, place) => {
    const hook = hookOf(course, place, seen.vantage);
    return hook !== undefined && hook.posts.length === 0 && isDue(hook, course, place) ? 'suspected' : undefined;
  }),

  'push/misses-terminal': delivered(['silence'], (seen, course, place) => {
    const hook = hookOf(course, place, seen.vantage);
    if (hook === undefined || hook.posts.length === 0 || !isDue(hook, course, place)) return undefined;
    return postedState(hook, course) === lastReadSeen(course, place)?.task.state ? undefined : 'suspected';
  }),

  'push/out-of-order': any(
    delivered(['task', 'status'], (seen, course, place): Certainty | undefined => {
      const hook = hookOf(course, place, seen.vantage);
      const last = hook === undefined ? undefined : postedState(hook, course);
      if (hook === undefined || last === undefined || last === namedState(seen)) return undefined;
      if (isTerminal(last)) return 'suspected';
      const stamp = stampAt(course, place);
      const known = hook.posts.map((k) => stampAt(course, k)).findLast((time) => time !== undefined);
      return stamp !== undefined && known !== undefined && stamp < known ? 'suspected' : undefined;
    }),
    delivered(['artifact'], (seen, course, place) => {
      const hook = hookOf(course, place, seen.vantage);
      return hook !== undefined && isTerminal(postedState(hook, course)) ? 'suspected' : undefined;
    }),
  ),

  'push/replayed': delivered(['status', 'artifact', 'message'], (seen, course, place) => {
    const last = hookOf(course, place, seen.vantage)?.posts.at(-1);
    if (last === undefined || !sameFrame(seenAt(course, last), seen)) return undefined;
    return stampAt(course, place) === undefined ? 'suspected' : undefined;
  }),
};

const FORMS: ReadonlySet<string> = new Set([
  'content-type',
  'discriminator',
  'envelope',
  'field',
  'not-json',
  'other-dialect',
  'state-spelling',
  'unknown-state',
]);

/** Whether two registrations have to stand side by side. */
function areTwo(earlier: Hook, later: Hook, { claims }: Course): boolean {
  if (earlier.url === later.url) return false;
  if (earlier.askedId !== undefined && later.askedId !== undefined) return earlier.askedId !== later.askedId;
  return isV1(claims);
}

function isSame(a: Hook, b: Hook): boolean {
  return (a.id !== undefined && a.id === b.id) || (a.url !== undefined && a.url === b.url);
}

/** Whether a read shows, long enough ago, an end or a question that came about after a web-hook was registered. */
function isDue(hook: Hook, course: Course, at: number): boolean {
  const registered = hook.inline ? hook.asked : hook.taken;
  const state = knownState(course, at);
  if (registered === undefined || hook.deleteAsked !== undefined || lastReadSeen(course, at)?.task.state !== state)
    return false;
  if (!isTerminal(state) && !isWaiting(state)) return false;
  const since = stateSince(course, at);
  return since > registered && receivedAt(course, at) - since >= BOUNDS.push;
}

function isPrivate(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  if (host === 'localhost') return true;
  if (host.startsWith('[')) return host === '[::1]' || /^\[(f[cd]|fe[89ab])/.test(host);
  if (!/^[\d.]+$/.test(host)) return false;
  const [a = 0, b = 0] = host.split('.').map(Number);
  return (
    a === 127 || a === 10 || (a === 192 && b === 168) || (a === 169 && b === 254) || (a === 172 && b >= 16 && b <= 31)
  );
}
