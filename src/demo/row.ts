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

function wrongIn(scene: Scene, run: CallerRun): readonly string[] {
  const { caller, account, incidents } = run;
  const honest = scene.deviation === undefined;
  if (caller.unprotected) {
    if (honest && incidents.length > 0) return [`an honest agent harmed the ${caller.title}`];
    return !honest && incidents.length === 0 ? [`the lie did the ${caller.title} no harm`] : [];
  }
  const wrong = incidents
    .filter((incident) => whyLeft(scene, run, incident) === undefined)
    .map(({ kind }) => `${caller.name}: the caller came to harm, ${kind}`);
  if (account.kind === 'concluded') wrong.push(...wrongConclusions(scene, caller.name, account.result));
  const alarms = honest ? alarmsIn(findingsOf(account)) : [];
  return alarms.length === 0 ? wrong : [...wrong, `${caller.name}: false alarm, ${alarms.join(', ')}`];
}

/** Why a harm can't be kept from a caller behind a gateway; `undefined` where it can. */
export function whyLeft({ left }: Scene, { account }: CallerRun, { kind }: Incident): string | undefined {
  const behind = account.kind === 'believed' && account.behind !== undefined;
  return behind && left?.incident === kind ? left.why : undefined;
}

/** What was found of the agent; a plain caller finds nothing. */
export function findingsOf(account: Account): readonly Finding[] {
  if (account.kind === 'concluded') return account.result.outcome.findings;
  return account.kind === 'believed' ? (account.behind?.findings ?? []) : [];
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
  return wrong;
}
