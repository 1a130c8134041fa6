import type { Found } from './naive/definition.ts';
import { DEFINITIONS } from './naive/definitions.ts';
import { judgeByDefinition } from './naive/judge.ts';
import type { MonitorJudge } from './told-by-monitor.ts';
import type { PeerTrace } from './trace.ts';

/** What is told of one rule and task: where first, and where first for certain. */
export interface Told {
  readonly first: number;
  readonly certain: number | undefined;
}

/** Where the monitor and the definitions don't tell the same of a trace. */
export interface Disagreement {
  readonly rule: string;
  readonly task: string;
  readonly monitor: Told | undefined;
  readonly definition: Told | undefined;
}

export interface Comparison {
  readonly disagreements: readonly Disagreement[];
  /** The rules that both told of. */
  readonly told: ReadonlySet<string>;
}

/** Compares what the monitor tells of a trace with what follows from the definitions. */
export function compare(trace: PeerTrace, monitor: MonitorJudge): Comparison {
  const byMonitor = toldByMonitor(trace, monitor);
  const byDefinition = toldByDefinition(trace);
  const told = new Set<string>();
  const disagreements: Disagreement[] = [];
  for (const key of new Set([...byMonitor.keys(), ...byDefinition.keys()])) {
    const [task = '', rule = ''] = key.split(' ');
    const one = { rule, task, monitor: byMonitor.get(key), definition: byDefinition.get(key) };
    if (isSame(one.monitor, one.definition)) told.add(rule);
    else disagreements.push(one);
  }
  return { disagreements, told };
}

/** What the monitor tells, by task and rule. */
export function toldByMonitor(trace: PeerTrace, monitor: MonitorJudge): ReadonlyMap<string, Told> {
  const all = new Map<string, Told>();
  for (const { at, task, finding } of monitor.findings(trace)) {
    const key = `${task} ${finding.rule}`;
    const known = all.get(key);
    const certain = finding.certainty === 'certain' ? at : undefined;
    all.set(key, { first: known?.first ?? at, certain: known?.certain ?? certain });
  }
  return all;
}

/** What follows from the definitions, by task and rule. */
export function toldByDefinition(trace: PeerTrace): ReadonlyMap<string, Told> {
  const all = new Map<string, Told>();
  for (const [key, found] of judgeByDefinition(trace, DEFINITIONS)) all.set(key, toldOf(found));
  return all;
}

export function isSame(a: Told | undefined, b: Told | undefined): boolean {
  return a?.first === b?.first && a?.certain === b?.certain;
}

function toldOf(found: readonly Found[]): Told {
  let first = Number.POSITIVE_INFINITY;
  let certain = Number.POSITIVE_INFINITY;
  for (const { at, certainty } of found) {
    first = Math.min(first, at);
    if (certainty === 'certain') certain = Math.min(certain, at);
  }
  return { first, certain: certain === Number.POSITIVE_INFINITY ? undefined : certain };
}
