import type { Observation } from '../protocol/observation.ts';
import { coursesOf } from './courses.ts';
import { type SilenceBounds, withSilences } from './silences.ts';

/** An observation, and which course of the record it belongs to. */
export interface CourseEntry {
  readonly seen: Observation;
  readonly course: number;
}

/** A record as a monitor on the spot would have had it: sorted by course, with the silences that it contains. */
export interface Courses {
  readonly entries: readonly CourseEntry[];
  /** The task of each course; `undefined` where there is none. */
  readonly taskIds: readonly (string | undefined)[];
}

export function entriesOf(observations: readonly Observation[], silences: SilenceBounds): Courses {
  const end = observations.at(-1)?.received ?? 0;
  const courses = coursesOf(observations);
  const entries = courses.flatMap((course, index) =>
    withSilences(course.observations, silences, end).map((seen) => ({ seen, course: index })),
  );
  return {
    entries: entries.sort((a, b) => a.seen.received - b.seen.received),
    taskIds: courses.map(({ taskId }) => taskId),
  };
}
