import type { Finding } from '../lifecycle/finding.ts';
import { createMonitor, type MonitorOptions } from '../lifecycle/monitor.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import { newPeerRecord } from '../lifecycle/peer-record.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import type { Rule } from '../lifecycle/rule.ts';
import { compileRules, type RuleTable } from '../lifecycle/rule-table.ts';
import type { Observation } from '../protocol/observation.ts';
import { RULES } from '../rules/catalogue.ts';
import { coursesOf } from './courses.ts';
import { type SilenceBounds, withSilences } from './silences.ts';
import { shortestWitness } from './witness.ts';

/** A finding in recorded traffic, with the least that shows it. */
export interface JudgedFinding {
  readonly finding: Finding;
  readonly witness: readonly Observation[];
}

export interface JudgeOptions {
  readonly rules?: readonly Rule[];
  readonly silences?: SilenceBounds;
  readonly monitor?: MonitorOptions;
}

/** One secret for all the runs over one trace, so that they agree. */
const KEY = [0x2545f491, 0x4f6cdd1d] as const;

/**
 * Judges what was recorded of one interface of an agent: what a monitor would have found, had it been there, and for
 * each finding the shortest part of the record that shows it.
 */
export function judge(
  observations: readonly Observation[],
  claims: Claims,
  options: JudgeOptions = {},
): readonly JudgedFinding[] {
  const table = compileRules(options.rules ?? RULES, claims.dialect, claims.binding);
  const run = (part: readonly Observation[]): readonly Finding[] => findingsOf(part, claims, table, options);
  return strongest(run(observations)).map((finding) => ({
    finding,
    witness: shortestWitness(observations, (part) => run(part).some((other) => isSame(finding, other))),
  }));
}

function findingsOf(
  observations: readonly Observation[],
  claims: Claims,
  rules: RuleTable,
  options: JudgeOptions,
): readonly Finding[] {
  const monitor = createMonitor({ key: KEY, ...options.monitor });
  const peer = { claims, rules, record: newPeerRecord() };
  const records = new Map<number, ReturnType<typeof newTaskRecord>>();
  const courses = coursesOf(observations).map((course) => withSilences(course.observations, options.silences));
  const ordered = courses
    .flatMap((course, index) => course.map((seen) => ({ seen, index })))
    .sort((a, b) => a.seen.received - b.seen.received);
  return ordered.flatMap(({ seen, index }) => {
    let record = records.get(index);
    if (record === undefined) {
      record = newTaskRecord(peer);
      records.set(index, record);
    }
    return monitor.step(record, seen);
  });
}

/** Each rule once for each task, with its strongest certainty. */
function strongest(findings: readonly Finding[]): readonly Finding[] {
  const kept = new Map<string, Finding>();
  for (const finding of findings) kept.set(`${finding.rule} ${finding.taskId ?? ''}`, finding);
  return [...kept.values()];
}

function isSame(a: Finding, b: Finding): boolean {
  return a.rule === b.rule && a.certainty === b.certainty && a.taskId === b.taskId;
}
