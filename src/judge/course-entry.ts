import type { Observation } from '../protocol/observation.ts';
import type { SeenCourse } from './courses.ts';
import { type SilenceBounds, withSilences } from './silences.ts';

/** An observation, which course of the record it belongs to, and its place among all. */
export interface CourseEntry {
  readonly seen: Observation;
  readonly course: number;
  readonly place: number;
}

/** A record as a monitor on the spot would have had it: sorted by course, with the silences that it contains. */
export interface Courses {
  /** In order of receipt. */
  readonly entries: readonly CourseEntry[];
  /** The entries of each course. */
  readonly byCourse: readonly (readonly CourseEntry[])[];
  /** The task of each course; `undefined` where there is none. */
  readonly taskIds: readonly (string | undefined)[];
}

/** @param end when the recording ended, in ms on the clock of the observations */
export function entriesOf(courses: readonly SeenCourse[], silences: SilenceBounds, end: number): Courses {
  const entries = courses
    .flatMap((course, index) =>
      withSilences(course.observations, silences, end).map((seen) => ({ seen, course: index })),
    )
    .sort((a, b) => a.seen.received - b.seen.received)
    .map((entry, place) => ({ ...entry, place }));
  const byCourse = courses.map((): CourseEntry[] => []);
  for (const entry of entries) byCourse[entry.course]?.push(entry);
  return { entries, byCourse, taskIds: courses.map(({ taskId }) => taskId) };
}
