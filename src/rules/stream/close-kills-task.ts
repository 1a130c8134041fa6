import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { isRead, isSameRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isActive } from '../task/active.ts';

/** It may be chance, so this stays suspected: a second run, or a reader that stays to the end, confirms it. */
export const closeKillsTask: Rule = {
  id: 'stream/close-kills-task',
  title: 'Closing the stream stops or freezes the task',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.5.2',
    revision: V1,
    says: 'Closing one stream must not affect the others, and the life of the task is independent of any stream.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'A task goes on after its stream was interrupted; resubscribing exists for that.',
        clause: '7.9',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'A task goes on after its stream was interrupted; resubscribing exists for that.',
        clause: '7.9',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'A dropped connection costs the whole task, or leaves it `working` for ever with nobody working on it.',
  remedy:
    "Run the task apart from the request: ignore the client's disconnect and keep draining its events into the store.",
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const parting = at.task.rare?.parting;
        if (parting === undefined || !isRead(seen, at) || at.asked <= parting.at || at.order !== 'newer')
          return undefined;
        if (at.task.cancel !== undefined || at.task.end !== undefined) return undefined;
        const { state } = seen.task;
        if (state === 'canceled' || state === 'failed') {
          return at.now - parting.at <= at.limits.closeMs ? 'suspected' : undefined;
        }
        return isActive(state) && isFrozen(parting.at, at) ? 'suspected' : undefined;
      },
      (seen, at) => {
        const since = at.now - (at.task.rare?.parting?.at ?? 0);
        return isActive(seen.task.state)
          ? `the task was moving, and stands still since its stream was left ${since} ms ago`
          : `the task is ${seen.task.state} ${since} ms after its stream was left, and nobody cancelled it`;
      },
      { needs: FACT.read | FACT.rare },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.close('caller');
      s.wait(1_000);
      s.read('canceled');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.close('caller');
      s.wait(1_000);
      s.read('working');
      s.wait(1_000);
      s.read('completed');
    }),
  },
};

/** Whether reads have shown the very same task ever since it was left. */
function isFrozen(left: number, at: Situation): boolean {
  const { reads, lastSignAt } = at.task;
  if (reads === undefined || reads.unchanged < 1 || !isSameRead(at)) return false;
  if (lastSignAt - left > at.limits.inFlightGraceMs) return false;
  return at.now - Math.max(lastSignAt, left) >= at.limits.frozenMs;
}
