import { STREAM, type StreamRecord, type TaskRecord } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

const STREAMED = 'A card that declares streaming streams what happens.';

/** Silence alone proves nothing; it does beside a read that shows news which the stream didn't bring (D§5). */
export const silent: Rule = {
  id: 'stream/silent',
  title: 'The stream is mute while the task moves on',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'must', clause: '3.1.2', revision: V1 },
  perDialect: {
    '0.2': { basis: { kind: 'policy', says: STREAMED } },
    '0.3': { basis: { kind: 'policy', says: STREAMED } },
  },
  certainty: 'suspected',
  why: 'A caller that only listens waits for ever, or until its time-out, for a task that may be done.',
  remedy: 'Connect the streaming endpoint to the events of the run, or declare streaming as false.',
  clauses: [
    clause(
      'silence',
      (_seen, at) =>
        at.stream !== undefined && (at.stream.flags & STREAM.open) !== 0 && movedOnWithout(at.stream, at.task)
          ? 'suspected'
          : undefined,
      (seen, at) => `for ${seen.bound.ms} ms the stream brought nothing, while reads show the task as ${at.task.state}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      s.read('working');
      stream.silence(15_000);
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      s.read('working');
      stream.silence(15_000);
    }),
  },
};

/** Whether something newer is known of the task than this stream has told. */
function movedOnWithout(stream: StreamRecord, task: TaskRecord): boolean {
  return (
    task.state !== undefined &&
    task.state !== stream.state &&
    task.stateSince > stream.lastFrameAt &&
    task.state !== 'submitted'
  );
}
