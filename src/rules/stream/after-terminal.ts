import type { StreamRecord } from '../../lifecycle/record.ts';
import { STREAM } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { V1 } from '../revision.ts';

const FINAL = 'A terminal state is final; nothing of the task follows it.';

/** §3.1.2: a stream closes on a terminal state. A final Task in the same state may still follow (§11.7). */
export const afterTerminal: Rule = {
  id: 'stream/after-terminal',
  title: 'Events come after the terminal state on the same stream',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'must', clause: '3.1.2', revision: V1 },
  perDialect: {
    '0.2': { basis: { kind: 'policy', says: FINAL } },
    '0.3': { basis: { kind: 'policy', says: FINAL } },
  },
  certainty: 'certain',
  why: 'The caller has taken the task as over: what comes later is lost, or changes a result already used.',
  remedy: 'Publish every artifact before the terminal status, and close the stream right after it.',
  clauses: [
    clause(
      'status',
      (_seen, at) => (hasEnded(at.stream) ? 'certain' : undefined),
      (seen, at) => `a status event (${seen.state}) came after ${at.stream?.state} on the same stream`,
    ),
    clause(
      'artifact',
      (_seen, at) => (hasEnded(at.stream) ? 'certain' : undefined),
      (seen, at) => `artifact ${seen.artifact.artifactId} came after ${at.stream?.state} on the same stream`,
    ),
    clause(
      'task',
      (seen, at) => (hasEnded(at.stream) && seen.task.state !== at.stream?.state ? 'certain' : undefined),
      (seen, at) => `a Task that is ${seen.task.state} came after ${at.stream?.state} on the same stream`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.artifact('a1', 'late');
      stream.close('peer');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.task('completed', { artifacts: { a1: 'never streamed' } });
      stream.close('peer');
    }),
  },
};

/** The snapshot that a subscription begins with may be followed by events that it already contains. */
function hasEnded(stream: StreamRecord | undefined): boolean {
  return stream !== undefined && isTerminal(stream.state) && (stream.flags & STREAM.overlap) === 0;
}
