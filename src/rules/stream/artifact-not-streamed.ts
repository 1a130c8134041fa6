import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';
import { missedByJoined, neverStreamed } from './read-against-stream.ts';

/** What a completed task holds was streamed, if only in the final Task. */
export const artifactNotStreamed: Rule = {
  id: 'stream/artifact-not-streamed',
  title: 'The finished task holds an artifact that the stream never brought',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.5.2',
    revision: V1,
    says: 'The events of a task must be broadcast to all its active streams, and each stream must receive the same events. A stream read from its first frame to its clean end after the terminal state must have brought every artifact of the task, as event or in a snapshot. A stream that was joined later owes what came after its first snapshot, or after a read that was asked when it was open; a read may be old, so that is only suspected. It is also an invariant of ours.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'An artifact that is generated or updated is announced by an event. With streaming declared, what a completed task holds was streamed.',
        clause: '7.2.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A new or updated artifact is carried by an event. With streaming declared, what a completed task holds was streamed.',
        clause: '7.2.3',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A caller that works from the stream delivers less than the agent made and does not know it.',
  remedy: 'Publish an artifact event for every artifact that is written to the task, before the terminal status.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (!isRead(seen, at) || seen.task.state !== 'completed') return undefined;
        if (neverStreamed(seen, at) !== undefined) return 'certain';
        return missedByJoined(at) === undefined ? undefined : 'suspected';
      },
      (seen, at) => {
        const cut = neverStreamed(seen, at);
        return cut === undefined
          ? `a read shows artifact ${missedByJoined(at)} otherwise than it was when a stream was joined, which told the end and nothing of that, or not all`
          : `a read shows artifact ${cut}, which the whole stream didn't bring, or not to its end`;
      },
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'stored only' } });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'streamed ');
      stream.artifact('a1', 'in two chunks', { append: true });
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'streamed in two chunks' } });
    }),
  },
};
