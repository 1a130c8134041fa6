import type { TaskFacts } from '../lab/index.ts';
import type { GuardedResult } from './guarded-caller.ts';
import type { PlainBelief } from './plain-caller.ts';
import { resultOf, type Scene } from './scene.ts';
import type { Truth } from './truth.ts';

/** A harm that a caller came to, by the ledger of the agent itself. */
export type Incident =
  /** The agent said canceled, and went on sending. */
  | { readonly kind: 'frames-after-cancel'; readonly count: number }
  /** The agent said canceled, and worked on. */
  | { readonly kind: 'orphaned'; readonly ms: number }
  /** The work ended, and the caller was never told. */
  | { readonly kind: 'end-never-told'; readonly endedAs: string; readonly afterMs: number }
  /** The caller believes in another end than the last one that the agent told. */
  | { readonly kind: 'wrong-end'; readonly believed: string; readonly told: string }
  /** The caller has another result than the work has. */
  | { readonly kind: 'wrong-result'; readonly pieces: number; readonly of: number }
  /** The result that the caller has is not the one that reads show, or they show more than one. */
  | { readonly kind: 'disputed-result' }
  /** The caller got an error of its client instead of an end. */
  | { readonly kind: 'thrown' }
  /** The caller was told of no task, and got no answer. */
  | { readonly kind: 'nothing-told' }
  /** A valid answer cost the caller the task. */
  | { readonly kind: 'false-failure' }
  /** The caller was asked something, and shown nothing of what had been said. */
  | { readonly kind: 'no-history' }
  /** The agent was given the same work more than once. */
  | { readonly kind: 'sent-again'; readonly times: number };

/**
 * Compares what a plain caller believes with what the agent's ledger knows. Work that went on behind a cancel is harm to
 * whoever was told that it is canceled.
 */
export function plainIncidents(
  belief: PlainBelief,
  { facts, messages }: Truth,
  scene: Pick<Scene, 'pieces' | 'asks'>,
): readonly Incident[] {
  const incidents: Incident[] = [];
  const result = resultOf(scene);
  if (belief.eventsAfterCancel > 0) incidents.push({ kind: 'frames-after-cancel', count: belief.eventsAfterCancel });
  if (workedOn(facts) && belief.state === 'canceled') incidents.push(orphaned(facts));
  const lastTold = facts.toldEnds.at(-1)?.state;
  if (lastTold === undefined) {
    incidents.push(endNeverTold(facts));
  } else if (belief.state !== undefined && belief.state !== lastTold) {
    incidents.push({ kind: 'wrong-end', believed: belief.state, told: lastTold });
  }
  const left = facts.stoppedAs === 'completed' && belief.gaveUpAfterMs === undefined;
  if (left && result !== undefined && belief.result !== result) incidents.push(wrongResult(belief.result, result));
  if (scene.asks === true && belief.state === 'failed') incidents.push({ kind: 'false-failure' });
  if (belief.historySeen === 0) incidents.push({ kind: 'no-history' });
  return [...incidents, ...sentAgain(messages, scene)];
}

/**
 * The same for a guarded caller, who is harmed by what got past the guard, and by an outcome that says something else
 * than the ledger. An outcome that tells of the agent's lie is none.
 */
export function guardedIncidents(
  { outcome, passedAfterCancel }: Pick<GuardedResult, 'outcome' | 'passedAfterCancel'>,
  { facts, messages }: Truth,
  scene: Pick<Scene, 'pieces' | 'asks'>,
): readonly Incident[] {
  const incidents: Incident[] = [];
  const result = resultOf(scene);
  if (passedAfterCancel > 0) incidents.push({ kind: 'frames-after-cancel', count: passedAfterCancel });
  if (workedOn(facts) && outcome.kind !== 'orphaned') incidents.push(orphaned(facts));
  if (outcome.kind === 'outcome-unknown') incidents.push(endNeverTold(facts));
  if (outcome.kind === 'completed' || outcome.kind === 'failed' || outcome.kind === 'canceled') {
    const lastTold = facts.toldEnds.at(-1)?.state;
    if (lastTold !== undefined && lastTold !== outcome.kind) {
      incidents.push({ kind: 'wrong-end', believed: outcome.kind, told: lastTold });
    }
  }
  if (outcome.kind === 'failed' && scene.asks === true) incidents.push({ kind: 'false-failure' });
  if (outcome.kind === 'completed' && result !== undefined) {
    const parts = (outcome.task?.artifacts ?? []).flatMap((artifact) => artifact.parts);
    const got = parts.map(({ text }) => text ?? '').join('');
    if (got !== result) incidents.push(wrongResult(got, result));
  }
  return [...incidents, ...sentAgain(messages, scene)];
}

function workedOn({ cancelAnswer, ranOnMs }: TaskFacts): boolean {
  return cancelAnswer === 'canceled' && ranOnMs >= 1;
}

function orphaned({ ranOnMs }: TaskFacts): Incident {
  return { kind: 'orphaned', ms: Math.round(ranOnMs) };
}

function endNeverTold({ startedAt = 0, stoppedAt = 0, stoppedAs = 'working' }: TaskFacts): Incident {
  return { kind: 'end-never-told', endedAs: stoppedAs, afterMs: Math.round(stoppedAt - startedAt) };
}

function wrongResult(got: string, result: string): Incident {
  return { kind: 'wrong-result', pieces: piecesIn(got), of: piecesIn(result) };
}

/** An agent that asks gets a second message, which answers it. */
function sentAgain(messages: number, { asks }: Pick<Scene, 'asks'>): readonly Incident[] {
  return messages > (asks === true ? 2 : 1) ? [{ kind: 'sent-again', times: messages }] : [];
}

function piecesIn(text: string): number {
  return text.split('tick ').length - 1;
}
