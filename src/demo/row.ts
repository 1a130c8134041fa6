import type { GuardedResult } from './guarded-caller.ts';
import type { Incident } from './incidents.ts';
import type { PlainBelief } from './plain-caller.ts';
import type { Scene } from './scene.ts';

/** What a plain caller went away with, and the harm it came to by the ledger of its agent. */
export interface PlainRun {
  readonly belief: PlainBelief;
  readonly incidents: readonly Incident[];
}

/** The same of a guarded caller. */
export interface GuardedRun extends GuardedResult {
  readonly incidents: readonly Incident[];
}

/** One scene as it was played: by a plain caller, and guarded. */
export interface Row {
  readonly scene: Scene;
  readonly plain: PlainRun;
  readonly guarded: GuardedRun;
  /** What is not as it has to be; empty if all is. */
  readonly wrong: readonly string[];
}

/** Judges a scene that was played: the lie has to harm the plain caller, and only the plain one. */
export function judgeRow(scene: Scene, plain: PlainRun, guarded: GuardedRun): Row {
  const { outcome, incidents } = guarded;
  const wrong: string[] = [];
  const honest = scene.deviation === undefined;
  if (honest && plain.incidents.length > 0) wrong.push('an honest agent harmed the plain caller');
  if (!honest && plain.incidents.length === 0) wrong.push('the lie did the plain caller no harm');
  if (outcome.kind !== scene.expects.kind) wrong.push(`guarded: ${outcome.kind} instead of ${scene.expects.kind}`);
  for (const { kind } of incidents) wrong.push(`guarded: the caller came to harm, ${kind}`);
  const { rule } = scene.expects;
  const rules = outcome.findings.map((finding) => finding.rule);
  if (rule !== undefined && !rules.includes(rule)) wrong.push(`guarded: ${rule} was not found`);
  if (honest && rules.length > 0) wrong.push(`guarded: false alarm, ${rules.join(', ')}`);
  return { scene, plain, guarded, wrong };
}
