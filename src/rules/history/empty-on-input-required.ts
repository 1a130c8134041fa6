import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V02, V03 } from '../revision.ts';

/** One snapshot is enough: its own state says that it waits for input. */
export const emptyOnInputRequired: Rule = {
  id: 'history/empty-on-input-required',
  title: 'State history is declared, and the task that asks for input has none',
  claim: 'stateTransitionHistory',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: 'The flag is not part of 1.0, and the agent chooses which messages it keeps (3.7). A card that carries the flag promises history: a read with `historyLength: 50` at `input-required` is not empty.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'The flag says that the agent provides a history of state transitions. A read with `historyLength: 50` at `input-required` is not empty.',
        clause: '5.5.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'The flag is a placeholder for a future feature. A card that sets it promises history all the same.',
        clause: '5.5.2',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller cannot see what was asked and why, so it cannot answer well or prove what happened.',
  remedy: "Return the task's messages in `history`, or remove `stateTransitionHistory` from the card.",
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { historyLength } = seen.vantage.request;
        if (at.task.peer.claims.stateTransitionHistory !== true || historyLength === undefined || historyLength < 1)
          return undefined;
        if (!isRead(seen, at) || seen.task.state !== 'input-required') return undefined;
        return seen.task.history === undefined || seen.task.history.length === 0 ? 'certain' : undefined;
      },
      (seen) =>
        `the card declares history, ${seen.vantage.request.historyLength} messages of it were asked for, and the task that waits for input has none`,
      { needs: FACT.read | FACT.interrupted },
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send().task('working');
        s.call('GetTask', { taskId: 't1', historyLength: 50 }).task('input-required', { history: [] });
      },
      { stateTransitionHistory: true },
    ),
    nearMiss: scene(
      (s) => {
        s.send().task('working');
        s.call('GetTask', { taskId: 't1', historyLength: 50 }).task('input-required', { history: [] });
      },
      { stateTransitionHistory: false },
    ),
  },
};
