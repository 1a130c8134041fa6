import type { Claims } from '../../../src/lifecycle/peer-facts.ts';
import type {
  ListSeen,
  Observation,
  ObservationKind,
  RequestFacts,
  StatusSeen,
  TaskSeen,
} from '../../../src/protocol/observation.ts';

/** All that was seen of one task by one caller, in the order of receipt. */
export interface Course {
  readonly claims: Claims;
  readonly seen: readonly Observation[];
  /** The places of each kind of observation. */
  readonly placesOf: ReadonlyMap<ObservationKind, readonly number[]>;
  /** What others saw of the task, and how much of the course had been seen by then. */
  readonly strangers: readonly { readonly seen: Observation; readonly at: number }[];
  /** What the peer's other tasks had told before the observation at this place: see `Elsewhere`. */
  readonly elsewhere: (at: number) => Elsewhere;
  /** Answers to questions that were asked already, by question and place. */
  readonly answers: unknown[][];
}

/** Which task an id was first told of, over all tasks of the peer. */
export interface Elsewhere {
  readonly taskOfArtifact: (artifactId: string) => string | undefined;
  readonly taskOfMessage: (sent: RequestFacts) => string | undefined;
  /** The message that named no task and was the first to be answered by this one, and the first end told since. */
  readonly given: (taskId: string) => Given | undefined;
  /** The pages of lists. */
  readonly pages: readonly ListSeen[];
}

export interface Given {
  readonly messageId: string;
  readonly end: TaskSeen | StatusSeen | undefined;
}

let questions = 0;
const UNASKED = Symbol('unasked');

/** A question about what had been seen before a place in a course. It is answered from the whole course, and once. */
export function before<T>(answer: (course: Course, at: number) => T): (course: Course, at: number) => T {
  const question = questions++;
  return (course, at) => {
    let known = course.answers[question];
    if (known === undefined) {
      known = new Array<unknown>(course.seen.length + 1).fill(UNASKED);
      course.answers[question] = known;
    }
    if (known[at] === UNASKED) known[at] = answer(course, at);
    return known[at] as T;
  };
}

/** The same of a stream, which is named by the place where it was first seen. */
export function beforeOn<T>(
  answer: (course: Course, stream: number, at: number) => T,
): (course: Course, stream: number, at: number) => T {
  const question = questions++;
  return (course, stream, at) => {
    const size = course.seen.length + 1;
    let known = course.answers[question];
    if (known === undefined) {
      known = new Array<unknown>(size * size).fill(UNASKED);
      course.answers[question] = known;
    }
    const place = stream * size + at;
    if (known[place] === UNASKED) known[place] = answer(course, stream, at);
    return known[place] as T;
  };
}

/** The observation at a place. */
export function seenAt(course: Course, at: number): Observation {
  const seen = course.seen[at];
  if (seen === undefined) throw new RangeError(`a course of ${course.seen.length} has no place ${at}`);
  return seen;
}

/** When the call of an observation was asked, and when the observation was received. */
export function askedAt(course: Course, at: number): number {
  return seenAt(course, at).vantage.asked;
}

export function receivedAt(course: Course, at: number): number {
  return seenAt(course, at).received;
}
