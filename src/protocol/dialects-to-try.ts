import { asList, asObject } from './json.ts';
import type { ErrorSeen, Observation } from './observation.ts';
import type { Dialect } from './operation.ts';

/**
 * The dialects in which a call may be made again, since this answer says that its own is not spoken: the method or the
 * route is unknown there, or the version refused. Empty for any other answer. Nothing was taken in then, so nothing is
 * done twice; but an agent may also lack a single operation, so this is for the first call to a peer, before it has
 * understood any. What a peer writes in is told by `spoken` of an `other-dialect` defect.
 */
export function dialectsToTry(seen: Observation, dialect: Dialect): readonly Dialect[] {
  if (seen.kind !== 'error') return NONE;
  switch (seen.name) {
    case 'VersionNotSupported': {
      const named = dialectsIn(seen).filter((one) => one !== dialect);
      return named.length > 0 ? named : othersThan(dialect);
    }
    case 'MethodNotFound':
    case 'InvalidRequest':
      return othersThan(dialect);
    // HTTP+JSON: no such route. An agent that knows the route names its error.
    case 'other':
      return seen.httpStatus === 404 || seen.httpStatus === 405 ? othersThan(dialect) : NONE;
    default:
      return NONE;
  }
}

const NONE: readonly Dialect[] = [];

/** 0.2 and 0.3 have the same methods, so where one isn't understood the other isn't. */
function othersThan(dialect: Dialect): readonly Dialect[] {
  return dialect === '1.0' ? ['0.3'] : ['1.0'];
}

/** The versions that an agent says it speaks: `supportedVersions` in the error's data or its metadata. */
function dialectsIn({ data }: ErrorSeen): readonly Dialect[] {
  const holders = [data, ...asList(data)].map(asObject).flatMap((holder) => [holder, asObject(holder?.['metadata'])]);
  const versions = holders.flatMap((holder) => {
    const given = holder?.['supportedVersions'];
    return typeof given === 'string' ? given.split(/[\s,]+/) : asList(given);
  });
  const dialects = versions.map((version) => (typeof version === 'string' ? dialectOfVersion(version) : undefined));
  return [...new Set(dialects.filter((one) => one !== undefined))];
}

function dialectOfVersion(version: string): Dialect | undefined {
  const match = /^(0\.2|0\.3|1)(\.|$)/.exec(version);
  if (match === null) return undefined;
  return match[1] === '1' ? '1.0' : (match[1] as Dialect);
}
