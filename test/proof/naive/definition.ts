import type { Certainty } from '../../../src/lifecycle/finding.ts';
import type { Claims } from '../../../src/lifecycle/peer-facts.ts';
import type { ErrorSeen, Observation, ObservationKind, ObservationOf } from '../../../src/protocol/observation.ts';
import { type Course, seenAt } from './course.ts';
import { taskId } from './names.ts';

/** A place in a course where a rule is broken, and how surely. */
export interface Found {
  readonly at: number;
  readonly certainty: Certainty;
}

/** One rule: where a course breaks it, in any order. */
export type Definition = (course: Course) => readonly Found[];

export type Definitions = Readonly<Record<string, Definition>>;

type Breaks<K extends ObservationKind> = (
  seen: ObservationOf<K>,
  course: Course,
  at: number,
) => Certainty | boolean | undefined;

/** A rule that observations of some kinds break; `true` stands for `certain`. Deliveries to web-hooks are left out. */
export function at<K extends ObservationKind>(kinds: readonly K[], breaks: Breaks<K>): Definition {
  return (course) => search(course, kinds, breaks, false);
}

/** The same of what is delivered to web-hooks. */
export function delivered<K extends ObservationKind>(kinds: readonly K[], breaks: Breaks<K>): Definition {
  return (course) => search(course, kinds, breaks, true);
}

const NONE: readonly Found[] = [];

function search<K extends ObservationKind>(
  course: Course,
  kinds: readonly K[],
  breaks: Breaks<K>,
  deliveries: boolean,
): readonly Found[] {
  let found: Found[] | undefined;
  for (const kind of kinds) {
    for (const at of course.placesOf.get(kind) ?? []) {
      const seen = seenAt(course, at);
      if ((seen.vantage.channel === 'push') !== deliveries) continue;
      const answer = breaks(seen as ObservationOf<K>, course, at);
      if (!answer) continue;
      found ??= [];
      found.push({ at, certainty: answer === true ? 'certain' : answer });
    }
  }
  return found ?? NONE;
}

/** A rule of what callers under another identity than the task's own see of it. They are placed behind the course. */
export function strangers<K extends ObservationKind>(
  kinds: readonly K[],
  breaks: (seen: ObservationOf<K>, taskId: string | undefined) => boolean,
): Definition {
  return (course) => {
    if (course.strangers.length === 0) return NONE;
    return course.strangers.flatMap(({ seen, at: place }, index) => {
      if (!kinds.includes(seen.kind as K) || seen.vantage.channel === 'push') return [];
      const isBroken = breaks(seen as ObservationOf<K>, taskId(course, place));
      return isBroken ? [{ at: course.seen.length + index, certainty: 'certain' as const }] : [];
    });
  };
}

/** A rule that is broken where any of several cases is. */
export function any(...cases: readonly Definition[]): Definition {
  return (course) => {
    let found = NONE;
    for (const definition of cases) {
      const more = definition(course);
      if (more.length > 0) found = found.length === 0 ? more : [...found, ...more];
    }
    return found;
  };
}

/** A rule of some dialects or bindings alone. */
export function where(applies: (claims: Claims) => boolean, definition: Definition): Definition {
  return (course) => (applies(course.claims) ? definition(course) : NONE);
}

export const RESULTS = ['task', 'status', 'artifact', 'message'] as const;
export const EVENTS = ['status', 'artifact'] as const;

export const isV1 = ({ dialect }: Claims): boolean => dialect === '1.0';
export const isHttp = ({ binding }: Claims): boolean => binding !== 'GRPC';

export function operationIs(seen: Observation, ...operations: readonly string[]): boolean {
  return operations.includes(seen.vantage.operation);
}

/** Whether an error says that there is no such method or route. */
export function lacksRoute(seen: ErrorSeen, { claims }: Course): boolean {
  if (seen.name === 'MethodNotFound') return true;
  return claims.binding === 'HTTP+JSON' && seen.name === 'other' && [404, 405, 501].includes(seen.httpStatus);
}

/** Whether an error says nothing of the operation: about the caller, the load, or the moment. */
export function isTransient(seen: ErrorSeen): boolean {
  return (
    seen.name === 'Unauthenticated' || (seen.name === 'other' && (seen.httpStatus === 429 || seen.httpStatus >= 500))
  );
}

/** Whether a state is the agent's to move on. */
export function isActive(state: string | undefined): boolean {
  return state === 'submitted' || state === 'working' || state === 'unknown';
}

export function isWaiting(state: string | undefined): boolean {
  return state === 'input-required' || state === 'auth-required';
}

/** A rule of 1.0 alone. */
export function v1(definition: Definition): Definition {
  return where(isV1, definition);
}

/** Whether a request was wrong in this way on purpose. */
export function isProbe({ vantage }: Observation, probe: string): boolean {
  return vantage.request.probe === probe;
}
