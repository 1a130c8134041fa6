import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead, regressLasts } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The seeds' first invariant. A canceled task that comes back is `cancel/resurrected`. */
export const terminalOverwritten: Rule = {
  id: 'task/terminal-overwritten',
  title: 'A terminal state is replaced by another terminal state',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: 'Four states are called terminal. That a terminal task cannot restart and stays as it is stands only in a topic page. A terminal state is final.',
    clause: '4.1.3; topics/life-of-a-task',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted. A terminal state is final.',
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted (in the text since v0.2.4). A terminal state is final.',
        clause: '6.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'A success turns into a failure or the reverse, and the caller repeats or pays for work that was done.',
  remedy: 'Guard the store: no write may change the state of a terminal task, whatever handler or clean-up code tries.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { end } = at.task;
        if (end === undefined || end.state === 'canceled' || isForeign(seen.task.id, at.task)) return undefined;
        if (isTerminal(seen.task.state)) return end.state === seen.task.state ? undefined : 'certain';
        if (at.order !== 'stale' || !isRead(seen, at) || !toldByAnswer(at)) return undefined;
        return regressLasts(at) ? 'certain' : undefined;
      },
      (seen, at) => `${at.task.end?.state} had been told, and then ${seen.task.state}`,
      { needs: FACT.taskEnded },
    ),
    clause(
      'status',
      (seen, at) => {
        const { end } = at.task;
        if (end === undefined || end.state === 'canceled' || !isTerminal(seen.state)) return undefined;
        return end.state === seen.state || isForeign(seen.taskId, at.task) ? undefined : 'certain';
      },
      (seen, at) => `${at.task.end?.state} had been told, and a stream told ${seen.state}`,
      { needs: FACT.terminal | FACT.taskEnded },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.wait(1_000);
      s.read('failed');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.wait(1_000);
      s.read('working');
      s.wait(5_000);
      s.read('completed');
      s.wait(5_000);
      s.read('working');
    }),
  },
};

/** Reads that lag behind a stream alone are told of the stream. */
function toldByAnswer(at: Situation): boolean {
  return at.task.end?.channel === 'answer' || (at.task.reads !== undefined && at.task.reads.endedAt !== 0);
}
