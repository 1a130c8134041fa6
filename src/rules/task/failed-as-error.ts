import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** An error among the frames of a task's stream, where a read then says that the task failed: perhaps of something else. */
export const failedAsError: Rule = {
  id: 'task/failed-as-error',
  title: 'A failing run is told as a protocol error',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading: 'A task that was created and fails is told as a task in `failed`.',
    clause: '4.1.3',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.3', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.3', revision: V02 } },
  },
  certainty: 'suspected',
  why: "The caller cannot tell a failed job from a broken server, and often never learns the task's id.",
  remedy:
    'End the task with `failed` and a status message, and keep protocol errors for requests that could not be handled.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        isRead(seen, at) && seen.task.state === 'failed' && erroredStream(at) !== undefined ? 'suspected' : undefined,
      () => 'the stream of the task ended with an error instead of a state, and a read says failed',
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.error('InternalError');
      stream.close('peer');
      s.read('failed');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('failed', { final: true });
      stream.close('peer');
      s.read('failed');
    }),
  },
};

function erroredStream(at: Situation): StreamRecord | undefined {
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    if (stream.frames > 0 && (stream.flags & STREAM.error) !== 0 && !isTerminal(stream.state)) return stream;
  }
  return undefined;
}
