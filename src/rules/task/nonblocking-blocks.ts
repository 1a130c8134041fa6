import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { TaskSeen, Vantage } from '../../protocol/observation.ts';
import { isInterrupted } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isActive } from './active.ts';

/** A slow answer alone: a note if the task is still at work by then. */
export const nonblockingBlocks: Rule = {
  id: 'task/nonblocking-blocks',
  title: 'A non-blocking send waits for the work',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.2.2',
    revision: V1,
    says: 'With `returnImmediately: true` the send must return as soon as the task exists, even while it is being worked on.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: '`blocking: false` returns as soon as the task exists.',
        clause: '7.1.1; proto SendMessageConfiguration',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: '`blocking: false` returns as soon as the task exists.',
        clause: '7.1.1',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The caller has no task id while the work runs: it can neither watch nor cancel, and a timeout loses the task.',
  remedy: 'Create the task, answer with its id, and work in the background.',
  clauses: [
    clause(
      'task',
      (seen, at) => (isHeld(seen.vantage, at) && hasWorked(seen, at) ? 'suspected' : undefined),
      (seen, at) =>
        `a send that doesn't wait was answered after ${at.now - at.asked} ms, when the task was ${seen.task.state}`,
      { needs: FACT.send },
    ),
    clause(
      'task',
      (seen, at) => (isHeld(seen.vantage, at) && !hasWorked(seen, at) ? 'suspected' : undefined),
      (_seen, at) => `a send that doesn't wait was answered after ${at.now - at.asked} ms`,
      { needs: FACT.send, severity: 'note' },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.call('SendMessage', { blocking: false });
      s.wait(3_000);
      send.task('completed');
    }),
    nearMiss: scene((s) => {
      const send = s.call('SendMessage', { blocking: true });
      s.wait(3_000);
      send.task('completed');
    }),
  },
};

function isHeld({ operation, request }: Vantage, at: Situation): boolean {
  return operation === 'SendMessage' && request.blocking === false && at.now - at.asked >= at.limits.heldMs;
}

/** Whether the task has come to a rest meanwhile. One that still shows what it asked before has not begun. */
function hasWorked({ task, vantage }: TaskSeen, at: Situation): boolean {
  if (isActive(task.state)) return false;
  return vantage.request.taskId === undefined || !isInterrupted(task.state) || at.task.state !== task.state;
}
