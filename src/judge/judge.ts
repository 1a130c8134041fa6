import type { Finding } from '../lifecycle/finding.ts';
import { createMonitor, type MonitorOptions } from '../lifecycle/monitor.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import { newPeerRecord } from '../lifecycle/peer-record.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import type { Rule } from '../lifecycle/rule.ts';
import { compileRules, type RuleTable } from '../lifecycle/rule-table.ts';
import type { Observation } from '../protocol/observation.ts';
import { RULES } from '../rules/catalogue.ts';
import { type CourseEntry, entriesOf } from './course-entry.ts';
import type { Recording } from './recording.ts';
import { DEFAULT_SILENCES, type SilenceBounds } from './silences.ts';
import { shortestWitness } from './witness.ts';

/** A finding in recorded traffic, with the least that shows it. */
export interface JudgedFinding {
  readonly finding: Finding;
  /** The task that it is about, also where the finding was there before its id was known. */
  readonly taskId: string | undefined;
  /** In order of receipt; the last one is the observation at which the rule broke. */
  readonly witness: readonly Observation[];
}

export interface JudgeOptions {
  /** Default: all that there are. */
  readonly rules?: readonly Rule[];
  readonly silences?: SilenceBounds;
  readonly monitor?: MonitorOptions;
}

/** One secret for all the runs over one record, so that they agree. */
const KEY = [0x2545f491, 0x4f6cdd1d] as const;

/** Rules that rest on when the frames of a stream came. */
const NEEDS_FRAME_TIMES: ReadonlySet<string> = new Set(['stream/buffered', 'stream/silent', 'stream/stays-open']);

/** Observations that may be judged again for the witnesses of one record, as a multiple of its length and at least. */
const BUDGET = { factor: 200, least: 2_000_000 };

/**
 * Judges what was recorded of one interface of an agent: what a monitor would have found, had it been there, each rule
 * once for each task, and for each finding the shortest part of the record that shows it.
 */
export function judge(recording: Recording, options: JudgeOptions = {}): readonly JudgedFinding[] {
  const { claims, observations, framesTimed } = recording;
  const rules = (options.rules ?? RULES).filter(({ id }) => framesTimed || !NEEDS_FRAME_TIMES.has(id));
  const table = compileRules(rules, claims.dialect, claims.binding);
  const { stream, ...others }: SilenceBounds = options.silences ?? DEFAULT_SILENCES;
  const silences = framesTimed && stream !== undefined ? { ...others, stream } : others;
  const { entries, taskIds } = entriesOf(observations, silences);
  const run = (part: readonly CourseEntry[]): readonly Found[] => findingsOf(part, claims, table, options.monitor);
  let left = Math.max(BUDGET.least, BUDGET.factor * entries.length);
  const affords = (part: readonly CourseEntry[]): boolean => {
    left -= part.length;
    return left >= 0;
  };
  return strongest(run(entries)).map((found) => ({
    finding: found.finding,
    taskId: found.finding.taskId ?? taskIds[found.course],
    witness: witnessOf(found, entries, run, affords).map(({ seen }) => seen),
  }));
}

interface Found {
  readonly finding: Finding;
  readonly course: number;
}

function findingsOf(
  entries: readonly CourseEntry[],
  claims: Claims,
  rules: RuleTable,
  options: MonitorOptions | undefined,
): readonly Found[] {
  const monitor = createMonitor({ key: KEY, ...options });
  const peer = { claims, rules, record: newPeerRecord() };
  const records = new Map<number, ReturnType<typeof newTaskRecord>>();
  const found: Found[] = [];
  for (const { seen, course } of entries) {
    let record = records.get(course);
    if (record === undefined) {
      record = newTaskRecord(peer);
      records.set(course, record);
    }
    for (const finding of monitor.step(record, seen)) found.push({ finding, course });
  }
  return found;
}

/** Each rule once for each course, with its strongest certainty, in the order in which they were first found. */
function strongest(all: readonly Found[]): readonly Found[] {
  const kept = new Map<string, Found>();
  for (const found of all) kept.set(`${found.course} ${found.finding.rule}`, found);
  return [...kept.values()];
}

/**
 * Most findings are shown by the course of their task alone, up to where the rule broke; of the others first all courses
 * are left out that are not needed. A part shows a finding only if it does so by the same observation and for the same
 * reason: with things left out, one might find what never was.
 */
function witnessOf(
  { finding, course }: Found,
  entries: readonly CourseEntry[],
  run: (part: readonly CourseEntry[]) => readonly Found[],
  affords: (part: readonly CourseEntry[]) => boolean,
): readonly CourseEntry[] {
  const shows = (part: readonly CourseEntry[]): boolean =>
    part.at(-1)?.seen === finding.seen && run(part).some((other) => isSame(other.finding, finding));
  const until = entries.slice(0, entries.findIndex(({ seen }) => seen === finding.seen) + 1);
  const own = until.filter((entry) => entry.course === course);
  if (shows(own)) return shortestWitness(own, shows, affords);
  const of = (courses: readonly number[]): readonly CourseEntry[] => {
    const chosen = new Set(courses).add(course);
    return until.filter((entry) => chosen.has(entry.course));
  };
  const others = [...new Set(until.map((entry) => entry.course))].filter((other) => other !== course);
  const needed = shortestWitness(
    others,
    (part) => shows(of(part)),
    (part) => affords(of(part)),
  );
  return shortestWitness(of(needed), shows, affords);
}

function isSame(a: Finding, b: Finding): boolean {
  return a.seen === b.seen && a.rule === b.rule && a.certainty === b.certainty && a.because === b.because;
}
