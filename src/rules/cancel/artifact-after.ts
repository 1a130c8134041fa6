import { differingIn, isEmpty, missingFrom, sameContent } from '../../lifecycle/compare-content.ts';
import { contentOf, findArtifact } from '../../lifecycle/content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import type { ArtifactSeen } from '../../protocol/observation.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isRepeated } from '../stream/stream-so-far.ts';

/** D§4, invariant 2. A frame on another stream may have been under way however long. Only what goes beyond a canceled read shows that work went on. */
export const artifactAfter: Rule = {
  id: 'cancel/artifact-after',
  title: 'Artifacts still come after `canceled`',
  claim: 'cancel',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: '`canceled` is terminal, and a stream must close at a terminal state. `canceled` suppresses every later artifact, on every stream and in every read.',
    clause: '4.1.3, 3.1.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'After a supported cancel one should expect no more updates of the task. `canceled` suppresses every later artifact.',
        clause: '6.3; proto CancelTask',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'After a supported cancel one should expect no more updates of the task. `canceled` suppresses every later artifact.',
        clause: '6.3; proto CancelTask',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'The vendor goes on working and billing, and results of a cancelled job reach the caller.',
  remedy: 'Stop the producer before you report `canceled`, and drop whatever it still publishes.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => {
        const { end } = at.task;
        if (end?.state !== 'canceled' || at.stream === undefined || isForeign(seen.taskId, at.task)) return undefined;
        if (at.stream.state === 'canceled' && (at.stream.flags & STREAM.overlap) === 0) {
          return isRepeated(at) ? undefined : 'certain';
        }
        if (isTerminal(at.stream.state)) return undefined;
        const late = at.now - (seen.lateMs ?? 0) - end.received > at.limits.inFlightGraceMs;
        return late && isBeyondRead(seen, at) ? 'certain' : 'suspected';
      },
      (seen, at) =>
        `artifact ${seen.artifact.artifactId} came ${at.now - (at.task.end?.received ?? 0)} ms after the agent said canceled`,
      { needs: FACT.taskEnded | FACT.streaming },
    ),
    clause(
      'task',
      (seen, at) => {
        const { reads, end } = at.task;
        if (seen.task.state !== 'canceled' || !isRead(seen, at)) return undefined;
        if (reads?.state === 'canceled') return sameContent(at.content, reads.artifacts) ? undefined : 'certain';
        if (end?.operation !== 'CancelTask' || end.state !== 'canceled' || end.artifacts === undefined)
          return undefined;
        if (differingIn(end.artifacts, at.content) !== undefined) return 'certain';
        return missingFrom(at.content, end.artifacts) === undefined ? undefined : 'suspected';
      },
      (_seen, at) =>
        `${at.task.reads?.state === 'canceled' ? 'two reads both say' : 'the answer to the cancel and a read both say'} canceled and hold different artifacts`,
      { needs: FACT.read | FACT.terminal | FACT.taskEnded },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      s.cancel('canceled');
      s.read('canceled');
      s.wait(3_000);
      stream.artifact('a1', 'still at it');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      const cancel = s.call('CancelTask', { taskId: 't1' });
      s.wait(3_000);
      stream.artifact('a1', 'before the answer');
      cancel.task('canceled', { artifacts: { a1: 'before the answer' } });
      s.wait(3_000);
      s.read('canceled', { artifacts: { a1: 'before the answer' } });
    }),
  },
};

/**
 * Whether a chunk is of an artifact that a read of the canceled task didn't hold. A read is a snapshot of one moment, so
 * what it lacks was made after it, however long the frame was under way. Of one that it did hold nothing follows: what it
 * held may have been written anew after that chunk.
 */
function isBeyondRead(seen: ArtifactSeen, at: Situation): boolean {
  const { reads } = at.task;
  if (reads?.state !== 'canceled' || isEmpty(contentOf([seen.artifact], at.key))) return false;
  return findArtifact(reads.artifacts, seen.artifact.artifactId) === undefined;
}
