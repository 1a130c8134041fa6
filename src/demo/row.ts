import type { Finding } from '../lifecycle/finding.ts';
import type { Account, Caller } from './caller.ts';
import type { GuardedResult } from './guarded-caller.ts';
import type { Incident } from './incidents.ts';
import type { Scene, Version } from './scene.ts';

/** What one caller went away with, and the harm it came to by the ledger of its agent. */
export interface CallerRun {
  readonly caller: Caller;
  readonly account: Account;
  readonly incidents: readonly Incident[];
}

/** One scene as it was played in one version of A2A, by each caller. */
export interface Row {
  readonly scene: Scene;
  readonly version: Version;
  /** In the order of the columns. */
  readonly runs: readonly CallerRun[];
  /** What is not as it has to be; empty if all is. */
  readonly wrong: readonly string[];
}

/** Judges a scene that was played: the lie has to harm those who are not protected, and only those. */
export function judgeRow({ scene, version }: Pick<Row, 'scene' | 'version'>, runs: readonly CallerRun[]): Row {
  return { scene, version, runs, wrong: runs.flatMap((run) => wrongIn(scene, run)) };
}

function wrongIn(scene: Scene, { caller, account, incidents }: CallerRun): readonly string[] {
  const honest = scene.deviation === undefined;
  if (caller.unprotected) {
    if (honest && incidents.length > 0) return [`an honest agent harmed the ${caller.title}`];
    return !honest && incidents.length === 0 ? [`the lie did the ${caller.title} no harm`] : [];
  }
  const harm = incidents.map(({ kind }) => `${caller.name}: the caller came to harm, ${kind}`);
  return account.kind === 'concluded' ? [...harm, ...wrongConclusions(scene, caller.name, account.result)] : harm;
}

/** The rules that accuse; a note does not. */
export function alarmsIn(findings: readonly Finding[]): readonly string[] {
  return findings.filter(({ severity }) => severity !== 'note').map(({ rule }) => rule);
}

function wrongConclusions(scene: Scene, name: string, { outcome }: GuardedResult): readonly string[] {
  const wrong: string[] = [];
  const { kind, rule } = scene.expects;
  const rules = outcome.findings.map((finding) => finding.rule);
  if (outcome.kind !== kind) wrong.push(`${name}: ${outcome.kind} instead of ${kind}`);
  if (rule !== undefined && !rules.includes(rule)) wrong.push(`${name}: ${rule} was not found`);
  const alarms = scene.deviation === undefined ? alarmsIn(outcome.findings) : [];
  if (alarms.length > 0) wrong.push(`${name}: false alarm, ${alarms.join(', ')}`);
  return wrong;
}
