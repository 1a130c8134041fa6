import type { Observation } from '../../../src/protocol/observation.ts';
import {
  at,
  type Definitions,
  isProbe,
  isTransient,
  lacksRoute,
  operationIs,
  RESULTS,
  strangers,
  v1,
} from './definition.ts';
import { isFirstAnswer, isSend } from './turns.ts';

/** Who is let in, under which version, and with which extensions. */
export const ACCESS: Definitions = {
  'auth/not-enforced': at(
    [...RESULTS, 'list', 'config'],
    (seen, { claims }) => claims.anonymousAllowed === false && isProbe(seen, 'anonymous'),
  ),

  'auth/undeclared': at(['error'], (seen, { claims }) => {
    if (claims.anonymousAllowed !== true || seen.name !== 'Unauthenticated') return undefined;
    if (operationIs(seen, 'GetExtendedAgentCard')) return undefined;
    return seen.httpStatus === 401 ? 'certain' : 'suspected';
  }),

  'auth/foreign-task-visible': strangers(['task', 'list'], (seen, id) => {
    return seen.kind === 'task' ? seen.task.id === id : seen.tasks.some((task) => task.id === id);
  }),

  'auth/extended-card-open': at(['card'], (seen) => isProbe(seen, 'anonymous')),

  'auth/extended-card-missing': at(['error'], (seen, course) => {
    if (course.claims.extendedAgentCard !== true || !operationIs(seen, 'GetExtendedAgentCard')) return false;
    if (seen.vantage.request.probe !== undefined) return false;
    return lacksRoute(seen, course) || ['ExtendedAgentCardNotConfigured', 'UnsupportedOperation'].includes(seen.name);
  }),

  'auth/extended-card-undeclared': at(['card'], (_seen, { claims }) => claims.extendedAgentCard === false),

  'version/unsupported-accepted': v1(at([...RESULTS, 'list'], (seen) => namesUnknownVersion(seen))),

  'version/wrong-error': v1(
    at(['error'], (seen) => {
      if (!namesUnknownVersion(seen) || seen.name === 'VersionNotSupported' || isTransient(seen)) return undefined;
      return seen.name === 'InternalError' ? 'suspected' : 'certain';
    }),
  ),

  'version/supported-refused': v1(
    at(['error'], (seen) => {
      const isRefused =
        seen.name === 'VersionNotSupported' && /^1\.0(\.|$)/.test(seen.vantage.request.version?.trim() ?? '');
      return isRefused ? 'suspected' : undefined;
    }),
  ),

  'version/header-ignored': v1(
    at(['task', 'message'], (seen, course, place) =>
      seen.vantage.request.version === '' && isFirstAnswer(course, place) ? 'suspected' : undefined,
    ),
  ),

  'extension/required-not-enforced': at(RESULTS, (seen, course, place) => {
    const asked = seen.vantage.request.extensions;
    if (!isSend(seen) || asked === undefined || !isFirstAnswer(course, place)) return false;
    return course.claims.requiredExtensions.some((extension) => !asked.includes(extension));
  }),

  'extension/wrong-error': v1(
    at(['error'], (seen, { claims }) => {
      const asked = seen.vantage.request.extensions;
      if (!isSend(seen) || asked === undefined || seen.name === 'ExtensionSupportRequired' || isTransient(seen))
        return undefined;
      const lacks = claims.requiredExtensions.some((extension) => !asked.includes(extension));
      return lacks && /\bextensions?\b/i.test(seen.message.slice(0, 200)) ? 'suspected' : undefined;
    }),
  ),

  'extension/unsolicited': at(['task', 'artifact', 'message'], (seen) => {
    const asked = seen.vantage.request.extensions;
    if (asked === undefined) return false;
    return extensionsIn(seen).some((extension) => !asked.includes(extension));
  }),
};

/** Whether a request names a version that no text has. */
function namesUnknownVersion({ vantage }: Observation): boolean {
  const named = vantage.request.version?.trim();
  return named !== undefined && named !== '' && !/^(0\.2|0\.3|1\.0)(\.|$)/.test(named);
}

function extensionsIn(seen: Observation): readonly string[] {
  if (seen.kind === 'message') return seen.message.extensions ?? [];
  if (seen.kind === 'artifact') return seen.artifact.extensions ?? [];
  if (seen.kind !== 'task') return [];
  const { statusMessage, artifacts = [] } = seen.task;
  return [statusMessage?.extensions ?? [], ...artifacts.map(({ extensions }) => extensions ?? [])].flat();
}
