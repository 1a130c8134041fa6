import { FACT } from '../../lifecycle/fact.ts';
import { FLAG } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead, isSameRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isActive } from './active.ts';

/** A task that waits for its caller is not stuck. */
export const stuck: Rule = {
  id: 'task/stuck',
  title: 'A task makes no progress past every bound',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: 'Processing goes on in the background after a Task was returned. No time limit exists. A task must come to a stable end or ask for input within the bound of its plan.',
    clause: '3.3.3',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: '`working` means that the agent is at work on the task. A task must come to a stable end or ask for input within the bound of its plan.',
        clause: '6.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: '`working` promises further updates or a terminal state. A task must come to a stable end or ask for input within the bound of its plan.',
        clause: '6.3',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The caller waits, holds resources and in the end gives up on a task that nobody works on.',
  remedy:
    'End every run with a terminal state, also after an exception, a lost worker or a disconnect; set a deadline that ends in `failed`.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (!isRead(seen, at) || !isActive(seen.task.state) || at.order !== 'newer') return undefined;
        const { reads, lastSignAt, flags } = at.task;
        if (reads === undefined || reads.unchanged < 1 || !isSameRead(at)) return undefined;
        const bound = (flags & FLAG.faulted) === 0 ? at.limits.stuckMs : at.limits.stuckAfterFaultMs;
        return at.now - lastSignAt >= bound ? 'suspected' : undefined;
      },
      (seen, at) => `the task has been ${seen.task.state} without any change for ${at.now - at.task.lastSignAt} ms`,
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('working');
      s.read('working');
      s.wait(600_000);
      s.read('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('input-required');
      s.read('input-required');
      s.wait(600_000);
      s.read('input-required');
    }),
  },
};
