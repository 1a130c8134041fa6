import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { isTerminal, type TaskState } from '../../protocol/task-state.ts';
import { isRead, regressLasts } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';
import { otherThanJoined, otherThanStreamed } from './read-against-stream.ts';

/** A whole stream, put together, is the task that reads return (D§4, invariant 1). */
export const divergesFromTask: Rule = {
  id: 'stream/diverges-from-task',
  title: 'The stream and the task tell different outcomes',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'GetTask returns the current state and artifacts; the stream brings the events that led there. Two terminal states, or two contents of one artifact, cannot both be true.',
    clause: '3.1.3, 3.5.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` returns the current state of the task; the stream brings its updates.',
        clause: '7.3, 7.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` returns a snapshot of the current state; the stream brings its updates.',
        clause: '7.3, 7.2',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Whether the work succeeded, and with what result, depends on which channel the caller happened to use.',
  remedy:
    'Write the store and the stream from one event queue, each event once, and store an appended chunk in the same way as it is sent.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (!isRead(seen, at)) return undefined;
        if (!isTerminal(seen.task.state)) return streamAloneEnded(at) && regressLasts(at) ? 'certain' : undefined;
        if (otherEnd(seen.task.state, at) !== undefined) return 'certain';
        return seen.task.state === 'completed' && otherArtifact(seen, at) !== undefined ? 'certain' : undefined;
      },
      (seen, at) => {
        const end = otherEnd(seen.task.state, at);
        if (end !== undefined) return `a stream ended with ${end}, and a read says ${seen.task.state}`;
        if (!isTerminal(seen.task.state))
          return `a stream ended with ${at.task.end?.state}, and reads go on saying ${seen.task.state}`;
        return `artifact ${otherArtifact(seen, at)} as streamed is not what a read of the completed task shows`;
      },
      { needs: FACT.read },
    ),
    clause(
      'status',
      (seen, at) => {
        const { reads } = at.task;
        if (!isTerminal(seen.state) || reads === undefined || reads.endedAt === 0) return undefined;
        return at.stream !== undefined && reads.state !== seen.state ? 'certain' : undefined;
      },
      (seen, at) => `a read said ${at.task.reads?.state}, and a stream tells ${seen.state}`,
      { needs: FACT.terminal | FACT.streaming },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'one');
      stream.artifact('a1', 'two', { append: true });
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'two' } });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'draft');
      stream.artifact('a1', 'fair copy');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'fair copy' } });
    }),
  },
};

function otherArtifact(seen: TaskSeen, at: Situation): string | undefined {
  return otherThanStreamed(seen, at) ?? otherThanJoined(seen, at);
}

/** The end that a stream told, if it isn't this one. */
function otherEnd(state: TaskState, at: Situation): TaskState | undefined {
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    if (isTerminal(stream.state) && stream.state !== state) return stream.state;
  }
  return undefined;
}

/** Whether an end is known by a stream, and by no read. */
function streamAloneEnded(at: Situation): boolean {
  return at.order === 'stale' && at.task.end?.channel === 'stream' && at.task.reads?.endedAt === 0;
}
