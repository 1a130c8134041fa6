import type { TaskFacts } from '../lab/index.ts';
import type { PlainBelief } from './plain-caller.ts';

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
  | { readonly kind: 'wrong-result'; readonly pieces: number; readonly of: number };

/**
 * Compares what a caller believes with what the agent's ledger knows.
 *
 * @param facts of the caller's task, after all work on it has ended
 * @param result the true result of the work, were it done
 */
export function incidentsOf(belief: PlainBelief, facts: TaskFacts, result: string): readonly Incident[] {
  const incidents: Incident[] = [];
  const { framesAfterCancel, ranOnMs, toldEnds, startedAt, stoppedAt, stoppedAs } = facts;
  if (facts.cancelAnswer === 'canceled') {
    if (framesAfterCancel > 0) incidents.push({ kind: 'frames-after-cancel', count: framesAfterCancel });
    if (ranOnMs >= 1) incidents.push({ kind: 'orphaned', ms: Math.round(ranOnMs) });
  }
  const lastTold = toldEnds.at(-1)?.state;
  if (lastTold === undefined) {
    const afterMs = Math.round((stoppedAt ?? 0) - (startedAt ?? 0));
    incidents.push({ kind: 'end-never-told', endedAs: stoppedAs ?? 'working', afterMs });
  } else if (belief.state !== undefined && belief.state !== lastTold) {
    incidents.push({ kind: 'wrong-end', believed: belief.state, told: lastTold });
  }
  const done = stoppedAs === 'completed';
  if (done && belief.gaveUpAfterMs === undefined && belief.result !== result) {
    incidents.push({ kind: 'wrong-result', pieces: piecesIn(belief.result), of: piecesIn(result) });
  }
  return incidents;
}

function piecesIn(text: string): number {
  return text.split('tick ').length - 1;
}
