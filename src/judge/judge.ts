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
import { coursesOf, type SeenCourse } from './courses.ts';
import { type Found, WitnessFinder } from './find-witness.ts';
import type { Recording } from './recording.ts';
import { DEFAULT_SILENCES, type SilenceBounds } from './silences.ts';

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

/** Rules that rest on when the frames of a stream came, or on who closed it. */
const NEEDS_FRAME_TIMES: ReadonlySet<string> = new Set([
  'stream/buffered',
  'stream/close-kills-task',
  'stream/silent',
  'stream/stays-open',
]);

/**
 * Judges what was recorded of one interface of an agent: what a monitor would have found, had it been there, each rule
 * once for each task, and for each finding the shortest part of the record that shows it.
 */
export function judge(recording: Recording, options: JudgeOptions = {}): readonly JudgedFinding[] {
  const { observations, ...others } = recording;
  const end = observations.at(-1)?.received ?? 0;
  return judgeCourses({ ...others, courses: coursesOf(observations), end }, options);
}

/** What was seen of one interface of an agent by somebody who knows which call belongs to which task. */
export interface SortedRecording extends Omit<Recording, 'observations'> {
  readonly courses: readonly SeenCourse[];
  /** When the recording ended, on the clock of the observations. */
  readonly end: number;
}

/** As `judge`, for a record that needs no sorting. */
export function judgeCourses(recording: SortedRecording, options: JudgeOptions = {}): readonly JudgedFinding[] {
  const { claims, framesTimed } = recording;
  const rules = (options.rules ?? RULES).filter(({ id }) => framesTimed || !NEEDS_FRAME_TIMES.has(id));
  const table = compileRules(rules, claims.dialect, claims.binding);
  const { stream, ...others }: SilenceBounds = options.silences ?? DEFAULT_SILENCES;
  const silences = framesTimed && stream !== undefined ? { ...others, stream } : others;
  // What is waited for here is what the rules wait for.
  const limits = { ...(others.push && { pushMs: others.push.ms }), ...options.monitor?.limits };
  const monitor = { ...options.monitor, limits };
  const courses = entriesOf(recording.courses, silences, recording.end);
  const run = (part: readonly CourseEntry[]): readonly Found[] =>
    findingsOf(part, claims, table, monitor).filter((found) => framesTimed || !restsOnFrameTimes(found));
  const witnesses = new WitnessFinder(courses, run);
  return strongest(run(courses.entries)).map((found) => ({
    finding: found.finding,
    taskId: found.finding.taskId ?? courses.taskIds[found.entry.course],
    witness: witnesses.witnessOf(found).map(({ seen }) => seen),
  }));
}

function findingsOf(
  entries: readonly CourseEntry[],
  claims: Claims,
  rules: RuleTable,
  options: MonitorOptions,
): readonly Found[] {
  const monitor = createMonitor({ key: KEY, ...options });
  const peer = { claims, rules, record: newPeerRecord() };
  const records = new Map<number, ReturnType<typeof newTaskRecord>>();
  const found: Found[] = [];
  for (const entry of entries) {
    let record = records.get(entry.course);
    if (record === undefined) {
      record = newTaskRecord(peer);
      records.set(entry.course, record);
    }
    for (const finding of monitor.step(record, entry.seen)) found.push({ finding, entry });
  }
  return found;
}

/** What is suspected at a frame, or at the end of a stream, is so by its time; what is certain isn't. */
function restsOnFrameTimes({ finding }: Found): boolean {
  return finding.certainty === 'suspected' && finding.seen.vantage.channel === 'stream';
}

/** Each rule once for each course, with its strongest certainty, in the order in which they were first found. */
function strongest(all: readonly Found[]): readonly Found[] {
  const kept = new Map<string, Found>();
  for (const found of all) kept.set(`${found.entry.course} ${found.finding.rule}`, found);
  return [...kept.values()];
}
