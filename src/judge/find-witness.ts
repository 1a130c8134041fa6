import type { Finding } from '../lifecycle/finding.ts';
import type { CourseEntry, Courses } from './course-entry.ts';
import { shortestWitness } from './witness.ts';

/** A finding, and where in the record it was found. */
export interface Found {
  readonly finding: Finding;
  readonly entry: CourseEntry;
}

/** Judges a part of a record. */
export type Run = (part: readonly CourseEntry[]) => readonly Found[];

/** Entries that may be judged again for the witnesses of one record: a multiple of its length, and at least. */
const BUDGET = { factor: 100, least: 2_000_000 };

/**
 * Finds witnesses in one record. All together cost no more than a fixed multiple of judging the record once; of a finding
 * for which that isn't enough, the observation at which it broke has to do.
 */
export class WitnessFinder {
  readonly #courses: Courses;
  readonly #run: Run;
  readonly #courseOf: ReadonlyMap<string, number>;
  #left: number;

  constructor(courses: Courses, run: Run) {
    this.#courses = courses;
    this.#run = run;
    this.#courseOf = new Map(courses.taskIds.flatMap((id, course) => (id === undefined ? [] : [[id, course]])));
    this.#left = Math.max(BUDGET.least, BUDGET.factor * courses.entries.length);
  }

  /**
   * The least that shows a finding. Most are shown by the course of their task, up to where the rule broke; the others
   * mostly name the task that is needed besides. A part shows a finding only if it does so by the same observation and
   * for the same reason: with things left out, one might find what never was.
   */
  witnessOf(found: Found): readonly CourseEntry[] {
    const shows = (part: readonly CourseEntry[]): boolean => this.#shows(found, part);
    for (const courses of [[], this.#named(found)]) {
      const part = this.#upTo(found, courses);
      if (shows(part)) return shortestWitness(part, shows);
    }
    const others = this.#courses.byCourse.flatMap((_, course) => (course === found.entry.course ? [] : [course]));
    const needed = shortestWitness(others, (courses) => shows(this.#upTo(found, courses)));
    const part = this.#upTo(found, needed);
    return shows(part) ? shortestWitness(part, shows) : [found.entry];
  }

  #shows({ finding, entry }: Found, part: readonly CourseEntry[]): boolean {
    this.#left -= part.length;
    if (this.#left < 0 || part.at(-1) !== entry) return false;
    return this.#run(part).some((other) => other.entry === entry && isSame(other.finding, finding));
  }

  /** The courses of the tasks that the reason of a finding names. */
  #named({ finding }: Found): readonly number[] {
    return finding.because.split(/[\s,:;]+/).flatMap((word) => this.#courseOf.get(word) ?? []);
  }

  /** Some courses and that of the finding, up to where the rule broke. */
  #upTo({ entry }: Found, courses: readonly number[]): readonly CourseEntry[] {
    const chosen = [...new Set([...courses, entry.course])];
    const parts = chosen.map((course) => this.#courses.byCourse[course] ?? []);
    const upTo = parts.flat().filter(({ place }) => place <= entry.place);
    return chosen.length === 1 ? upTo : upTo.sort((a, b) => a.place - b.place);
  }
}

function isSame(a: Finding, b: Finding): boolean {
  return a.rule === b.rule && a.certainty === b.certainty && a.because === b.because;
}
