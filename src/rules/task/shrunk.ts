import { missingFrom } from '../../lifecycle/compare-content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { isShown, showsAllHistory } from '../../lifecycle/history.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** What a later read lacks may be what an older replica never had, so one read is suspected only. */
export const shrunk: Rule = {
  id: 'task/shrunk',
  title: 'A task loses artifacts or history that it had shown',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: "GetTask returns the current state and artifacts. Which messages are kept is the agent's choice. An artifact that was shown and is gone, or history that was shown under the same limit and is gone, contradicts the earlier read.",
    clause: '3.1.3, 3.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` returns the current state and artifacts.',
        clause: '7.3, 6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` returns a snapshot of the current state.',
        clause: '7.3, 6.1',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'Partial results and the evidence of earlier turns vanish.',
  remedy: 'Append to the stored task on a new turn instead of replacing it.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { reads, rare } = at.task;
        if (!isRead(seen, at) || reads === undefined || at.order !== 'newer' || at.asked <= reads.received)
          return undefined;
        if (isTerminal(reads.state) && isTerminal(seen.task.state)) return undefined;
        if (rare?.turn !== undefined && rare.turn.asked > reads.asked) return undefined;
        return missingFrom(reads.artifacts, at.content) === undefined ? undefined : 'suspected';
      },
      (_seen, at) =>
        `a read showed artifact ${missingFrom(at.task.reads?.artifacts, at.content)}, and one asked after that doesn't`,
      { needs: FACT.read },
    ),
    clause(
      'task',
      (seen, at) => {
        const { reads } = at.task;
        if (!isRead(seen, at) || reads === undefined || reads.oldest === 0 || at.order !== 'newer') return undefined;
        if (at.asked <= reads.received || !showsAllHistory(seen)) return undefined;
        return isShown(reads.oldest, seen, at) ? undefined : 'suspected';
      },
      () => 'a message was shown as the oldest of the history, and a read asked after that shows others without it',
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('working', { artifacts: { a1: 'half of it' } });
      s.read('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('working', { artifacts: { a1: 'half of it' } });
      s.read('working', { artifacts: { a1: 'replaced' } });
    }),
  },
};
