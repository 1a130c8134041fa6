import type { GuardedResult } from './guarded-caller.ts';
import type { Incident } from './incidents.ts';
import type { PlainBelief } from './plain-caller.ts';
import { resultOf, type Scene } from './scene.ts';

/** One scene as it was played: by a plain caller, and guarded. */
export interface Row {
  readonly scene: Scene;
  readonly plain: { readonly belief: PlainBelief; readonly incidents: readonly Incident[] };
  readonly guarded: GuardedResult;
  /** What is not as it has to be; empty if all is. */
  readonly wrong: readonly string[];
}

/** Judges a scene that was played: the lie has to harm the plain caller, and only the plain one. */
export function judgeRow(
  scene: Scene,
  belief: PlainBelief,
  incidents: readonly Incident[],
  guarded: GuardedResult,
): Row {
  const { outcome, passedAfterCancel } = guarded;
  const wrong: string[] = [];
  const honest = scene.deviation === undefined;
  if (honest && incidents.length > 0) wrong.push('an honest agent harmed the plain caller');
  if (!honest && incidents.length === 0) wrong.push('the lie did the plain caller no harm');
  if (outcome.kind !== scene.expects.kind) wrong.push(`guarded: ${outcome.kind} instead of ${scene.expects.kind}`);
  if (passedAfterCancel > 0) wrong.push(`guarded: ${passedAfterCancel} events passed the fence`);
  const { rule } = scene.expects;
  const rules = outcome.findings.map((finding) => finding.rule);
  if (rule !== undefined && !rules.includes(rule)) wrong.push(`guarded: ${rule} was not found`);
  if (honest && rules.length > 0) wrong.push(`guarded: false alarm, ${rules.join(', ')}`);
  if (outcome.kind === 'completed' && textOf(guarded) !== resultOf(scene)) wrong.push('guarded: not the true result');
  return { scene, plain: { belief, incidents }, guarded, wrong };
}

function textOf({ outcome }: GuardedResult): string {
  const task = 'task' in outcome ? outcome.task : undefined;
  const parts = (task?.artifacts ?? []).flatMap((artifact) => artifact.parts);
  return parts.map(({ text }) => text ?? '').join('');
}
