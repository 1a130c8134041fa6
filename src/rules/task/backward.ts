import { STREAM, type StreamRecord } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';

/** Moves among non-terminal states are legal, except this one (D§4). */
export const backward: Rule = {
  id: 'task/backward',
  title: 'The task goes back to submitted',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'gap',
    clause: '4.1.3',
    reading: 'Submitted means that work has not begun, so a task that has begun cannot become it again.',
  },
  certainty: 'suspected',
  why: 'The caller cannot tell a restarted task from a delayed message, and may wait for work that is lost.',
  remedy: 'Let a task leave submitted once; publish working or an interrupted state when it is taken up again.',
  clauses: [
    clause(
      'status',
      (seen, at) => (seen.state === 'submitted' && leftSubmitted(at.stream) ? 'suspected' : undefined),
      (_seen, at) => `a stream that had told ${at.stream?.state} told submitted`,
    ),
    clause(
      'task',
      (seen, at) => {
        if (seen.task.state !== 'submitted') return undefined;
        const regress = at.stream === undefined ? at.order === 'stale' && !at.task.end : leftSubmitted(at.stream);
        return regress ? 'suspected' : undefined;
      },
      (_seen, at) => `a snapshot says submitted, and the task had been ${at.stream?.state ?? at.task.state}`,
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
      stream.status('working');
    }),
  },
};

/** The events of a subscription may be older than the snapshot that it began with. */
function leftSubmitted(stream: StreamRecord | undefined): boolean {
  const state = stream?.state;
  return (
    state !== undefined &&
    state !== 'submitted' &&
    state !== 'unknown' &&
    stream !== undefined &&
    (stream.flags & STREAM.overlap) === 0
  );
}
