import { any, at, type Definitions, isProbe, isV1, operationIs, where } from './definition.ts';

/** How errors are told beside their codes. */
export const STATUSES: Definitions = {
  'error/http-status': where(
    ({ dialect, binding }) => dialect !== '0.2' && binding !== 'GRPC',
    any(
      at(['defect'], (seen) => seen.defect === 'http-status'),
      at(['error'], ({ name, code = 0, httpStatus }, { claims }) => {
        if (claims.binding !== 'HTTP+JSON' || httpStatus < 300) return false;
        if (claims.dialect === '1.0' && code >= 300 && code <= 599 && code !== httpStatus) return true;
        const inTable = FITTING_STATUSES[name];
        return claims.dialect === '1.0' && inTable !== undefined
          ? !inTable.includes(httpStatus)
          : !sidesOf(name, httpStatus).includes(Math.floor(httpStatus / 100));
      }),
    ),
  ),

  'error/unnamed': where(
    ({ dialect, binding }) => dialect !== '0.2' && binding === 'HTTP+JSON',
    any(
      at(['defect'], (seen) => seen.defect === 'error-shape' && !isProbe(seen, 'unknown-method')),
      at(['error'], (seen, { claims }) => {
        if (claims.dialect !== '1.0' || seen.httpStatus < 300 || seen.reason !== undefined) return false;
        if (isProbe(seen, 'unknown-method')) return false;
        const isNamed = (seen.code ?? 0) < 0 || operationIs(seen, 'GetTask', 'CancelTask', 'SubscribeToTask');
        return isNamed && seen.name in FITTING_STATUSES;
      }),
      at(['error'], (seen, { claims }) => {
        if (claims.dialect !== '1.0' || seen.httpStatus < 300 || isProbe(seen, 'unknown-method')) return false;
        const named = errorInfosIn(seen.data).filter(({ reason }) => meantBy(reason) !== undefined);
        const isRight = ({ reason, domain }: ErrorInfo) => reason === meantBy(reason) && domain === 'a2a-protocol.org';
        return named.length > 0 && !named.some(isRight);
      }),
    ),
  ),

  'error/untyped-details': where(
    isV1,
    at(['error'], ({ name, data }) => {
      if (['other', 'Unauthenticated'].includes(name) || data === undefined || data === null) return false;
      return !Array.isArray(data) || data.some((one) => typeof typeOf(one) !== 'string' || typeOf(one) === '');
    }),
  ),
};

interface ErrorInfo {
  readonly reason?: unknown;
  readonly domain?: unknown;
}

function errorInfosIn(data: unknown): readonly ErrorInfo[] {
  if (!Array.isArray(data)) return [];
  return data.filter((detail) => String(typeOf(detail)).endsWith('google.rpc.ErrorInfo'));
}

/** The reason of A2A that is meant by one, however it is written. */
function meantBy(reason: unknown): string | undefined {
  const letters = String(reason).toUpperCase().replaceAll('_', '');
  const name = Object.keys(FITTING_STATUSES).find((error) =>
    [error.toUpperCase(), `${error.toUpperCase()}ERROR`].includes(letters),
  );
  return name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

/** What an object of the details names its type by. */
function typeOf(detail: unknown): unknown {
  return typeof detail === 'object' && detail !== null && '@type' in detail ? detail['@type'] : undefined;
}

/** By the table of errors, in each of its revisions. */
const FITTING_STATUSES: Readonly<Record<string, readonly number[]>> = {
  TaskNotFound: [404],
  TaskNotCancelable: [409, 400],
  PushNotificationNotSupported: [400],
  UnsupportedOperation: [400],
  ContentTypeNotSupported: [415, 400],
  InvalidAgentResponse: [502, 500],
  ExtendedAgentCardNotConfigured: [400],
  ExtensionSupportRequired: [400],
  VersionNotSupported: [400],
};

/** The hundreds that a status may be of: the caller's, the server's, or both where nothing says whose fault it is. */
function sidesOf(name: string, httpStatus: number): readonly number[] {
  if (['other', 'Unauthenticated'].includes(name)) return [3, 4, 5];
  if (['InternalError', 'InvalidAgentResponse'].includes(name)) return [5];
  return httpStatus === 501 && NOT_DONE.has(name) ? [5] : [3, 4];
}

const NOT_DONE: ReadonlySet<string> = new Set([
  'UnsupportedOperation',
  'PushNotificationNotSupported',
  'ExtendedAgentCardNotConfigured',
  'VersionNotSupported',
  'MethodNotFound',
]);
