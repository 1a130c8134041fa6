import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Moves among states that are not terminal are legal, except this one (D§4). Events of a subscription may be older than its snapshot. */
export const backward: Rule = {
  id: 'task/backward',
  title: 'A task goes back to a state it had left',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: 'Four states are called terminal. That a terminal task cannot restart stands only in a topic page. A terminal state is final: a live state in three reads over at least 10 s after a read that showed the end is a way back. Moves among states that are not terminal are free, with or without a message of ours, except back to `submitted`.',
    clause: '4.1.3; topics/life-of-a-task',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted. A terminal state is final.',
        clause: '6.1, 6.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted (in the text since v0.2.4). A terminal state is final.',
        clause: '6.1, 6.3',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The caller cannot tell a restarted task from a late answer, and may deliver a result that is being made anew.',
  remedy: 'Guard the store against writes that move a terminal task; set `submitted` once, when the task is created.',
  clauses: [
    clause(
      'status',
      (seen, at) =>
        seen.state === 'submitted' && leftSubmitted(at.stream) && !isForeign(seen.taskId, at.task)
          ? 'suspected'
          : undefined,
      (_seen, at) => `a stream that had told ${at.stream?.state} told submitted`,
      { needs: FACT.submitted },
    ),
    clause(
      'task',
      (seen, at) => {
        if (seen.task.state !== 'submitted' || isForeign(seen.task.id, at.task)) return undefined;
        const regress =
          at.stream === undefined ? at.order === 'stale' && at.task.end === undefined : leftSubmitted(at.stream);
        return regress ? 'suspected' : undefined;
      },
      (_seen, at) => `a snapshot says submitted, and the task had been ${at.stream?.state ?? at.task.state}`,
      { needs: FACT.submitted },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      stream.status('submitted');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      stream.status('input-required');
      stream.status('working', { message: aMessage('found it myself') });
    }),
  },
};

function leftSubmitted(stream: StreamRecord | undefined): boolean {
  if (stream?.state === undefined || stream.state === 'submitted' || stream.state === 'unknown') return false;
  return !isTerminal(stream.state) && (stream.flags & STREAM.overlap) === 0;
}
